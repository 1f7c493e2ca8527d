//! Runs the migrations of a folder on a database as sqlx does it: all of them up, or down to a version.

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, host, down] = arguments.as_slice() else {
        return Err("a folder, the folder of a socket, and the version to go back to, or 'up'".into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let migrator = Migrator::new(Path::new(folder)).await?;
        let options = PgConnectOptions::new().socket(host).username("postgres").database("postgres");
        let mut connection = options.connect().await?;
        match down.parse() {
            Ok(version) => migrator.undo(&mut connection, version).await?,
            Err(_) => migrator.run(&mut connection).await?,
        }
        connection.close().await?;
        Ok(())
    })
}
