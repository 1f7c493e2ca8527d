/** A Rust program that reads instances of generated classes from a database with sqlx. */

/** Its Cargo manifest: the dependencies of generated models, and sqlx with the features for their types. */
export const manifest = `[package]
name = "rows"
version = "0.0.0"
edition = "2021"

[workspace]

[features]
default = ["sqlx"]

[dependencies]
chrono = { version = "0.4", features = ["serde"] }
regex = "1"
rust_decimal = { version = "1", features = ["serde-str"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }
serde_with = { version = "3", default-features = false, features = ["alloc", "macros"] }
sqlx = { version = "0.8", default-features = false, features = ["macros", "postgres", "runtime-tokio", "uuid", "chrono", "rust_decimal", "json"], optional = true }
tokio = { version = "1", features = ["rt"] }
uuid = { version = "1", features = ["v4", "serde"] }
`;

/** The types of an ontology, whose name is also the name of the module. */
export interface Types {
  readonly ontology: string;
  readonly classes: readonly { readonly name: string; readonly type: string; readonly isValidated: boolean }[];
  readonly enumerations: readonly string[];
}

const moduleOf = (ontology: string): string => ontology.replaceAll('-', '_');

/** Returns the source of the library, which declares the generated modules. */
export function library(types: readonly Types[]): string {
  return types.map(({ ontology }) => `pub mod ${moduleOf(ontology)};\n`).join('');
}

/** Returns the source of the program, which reads a job from standard input and prints the instances that it has read. */
export function program(types: readonly Types[]): string {
  const paths = types.flatMap(({ ontology, classes }) =>
    classes.map(({ name, type, isValidated }) => ({
      key: `${ontology}/${name}`,
      path: `rows::${moduleOf(ontology)}::${type}`,
      trait: isValidated ? `rows::${moduleOf(ontology)}::Validate` : undefined,
    })),
  );
  const listed = types.flatMap(({ ontology, enumerations }) =>
    enumerations.map((name) => `    same(session, &rows::${moduleOf(ontology)}::${name}::ALL).await?;\n`),
  );
  return `use serde_json::{json, Value};
use sqlx::postgres::{PgConnectOptions, PgHasArrayType, PgRow};
use sqlx::{ConnectOptions, Decode, Encode, FromRow, PgConnection, Postgres, Type};

/// An instance of whatever class.
trait Instance {
    fn json(&self) -> Value;
    fn violations(&self) -> Vec<String>;
}

macro_rules! instances {
    ($($key:literal: $type:ty $(, $validate:path)?;)*) => {
        $(
            impl Instance for $type {
                fn json(&self) -> Value {
                    serde_json::to_value(self).expect("JSON")
                }

                fn violations(&self) -> Vec<String> {
                    #[allow(unused_mut)]
                    let mut all = Vec::new();
                    $(
                        use $validate as _;
                        let found = self.validate().err().unwrap_or_default();
                        all.extend(found.0.iter().map(|violation| format!("{}: {violation:?}", $key)));
                    )?
                    all
                }
            }
        )*

        fn read(key: &str, row: &PgRow) -> Result<Box<dyn Instance>, sqlx::Error> {
            Ok(match key {
                $($key => Box::new(<$type>::from_row(row)?),)*
                _ => panic!("there is no {key}"),
            })
        }
    };
}

instances! {
${paths.map(({ key, path, trait }) => `    "${key}": ${path}${trait === undefined ? '' : `, ${trait}`};`).join('\n')}
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a text")
}

type All = Vec<(String, Box<dyn Instance>)>;

async fn read_all(job: &Value, session: &mut PgConnection) -> All {
    let mut all = Vec::new();
    for step in job["reads"].as_array().expect("a list") {
        let class = text(step, "class");
        let key = format!("{}/{class}", text(job, "ontology"));
        let rows = sqlx::query(text(step, "sql")).fetch_all(&mut *session).await;
        for row in rows.unwrap_or_else(|error| panic!("{key}: {error}")) {
            let instance = read(&key, &row).unwrap_or_else(|error| panic!("{key}: {error}"));
            all.push((class.to_owned(), instance));
        }
    }
    all
}

/// Gives the values of an enumeration as arguments, and reads them from the columns of a row; another text is none.
async fn same<T>(session: &mut PgConnection, all: &[T]) -> Result<(), sqlx::Error>
where
    T: std::fmt::Debug + Copy + PartialEq + Send + Sync + Unpin + Type<Postgres> + PgHasArrayType,
    T: for<'q> Encode<'q, Postgres> + for<'r> Decode<'r, Postgres>,
{
    for value in all {
        let row = sqlx::query_as("SELECT $1, $2, $3").bind(value).bind(all).bind(None::<T>);
        let row: (T, Vec<T>, Option<T>) = row.fetch_one(&mut *session).await?;
        assert_eq!(row, (*value, all.to_vec(), None));
    }
    let other = sqlx::query_scalar::<_, T>("SELECT 'no value'").fetch_one(session).await;
    assert!(matches!(other, Err(sqlx::Error::ColumnDecode { .. })));
    Ok(())
}

async fn listed(session: &mut PgConnection) -> Result<(), sqlx::Error> {
${listed.join('')}    Ok(())
}

async fn work(job: &Value) -> Result<(), sqlx::Error> {
    let options = PgConnectOptions::new().socket(text(job, "host"));
    let options = options.username("postgres").database("postgres");
    let mut session = options.connect().await?;
    listed(&mut session).await?;
    let all = read_all(job, &mut session).await;
    let shown = |all: &All| -> Vec<Value> {
        all.iter().map(|(class, instance)| json!([class, instance.json()])).collect()
    };
    let violations: Vec<String> = all.iter().flat_map(|(_, one)| one.violations()).collect();
    let done = json!({ "read": shown(&all), "violations": violations });
    println!("{done}");
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let job: Value = serde_json::from_reader(std::io::stdin())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(work(&job))?;
    Ok(())
}
`;
}
