import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import jakarta.validation.Validation;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** Reads lines with the name of a record and JSON, and prints "valid" and the JSON of the record, or why it is invalid. */
class Judge {
    public static void main(String[] arguments) throws Exception {
        var mapper = JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true)
                .build();
        var factory = Validation.byDefaultProvider()
                .configure()
                .messageInterpolator(new ParameterMessageInterpolator())
                .buildValidatorFactory();
        var validator = factory.getValidator();
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new java.io.PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            var parts = line.split("\t", 2);
            var type = Class.forName(parts[0]);
            try {
                var value = mapper.readValue(parts[1], type);
                for (Class<?> each : type.getInterfaces()) {
                    // JSON with a discriminator is read as the record of its class.
                    if (each.isAnnotationPresent(JsonTypeInfo.class) && !value.equals(mapper.readValue(parts[1], each))) {
                        throw new AssertionError(each.getName());
                    }
                }
                var violations = validator.validate(value);
                out.println(violations.isEmpty() ? "valid " + mapper.writeValueAsString(value) : "violates " + violations.iterator().next());
            } catch (JsonProcessingException error) {
                out.println("not read: " + error.getOriginalMessage().replaceAll("\\s+", " "));
            }
        }
        out.flush();
    }
}
