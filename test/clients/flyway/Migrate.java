import java.util.Map;
import java.util.TreeMap;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Runs the migrations of a folder on the database of a socket, as Flyway does it with the settings that are given, if any. */
final class Migrate {
  private static final String FACTORY = "org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg";

  public static void main(String[] arguments) {
    String folder = arguments[0];
    String socket = arguments[1];
    String url = "jdbc:postgresql://localhost/postgres?sslmode=disable&socketFactory=" + FACTORY + "&socketFactoryArg=" + socket;
    Map<String, String> settings = new TreeMap<>();
    for (int i = 2; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Flyway flyway =
        Flyway.configure().configuration(settings).dataSource(url, "postgres", "").locations("filesystem:" + folder).load();
    try {
      System.out.println(flyway.migrate().migrationsExecuted);
    } catch (FlywayException exception) {
      System.err.println(exception.getMessage());
      System.exit(1);
    }
  }
}
