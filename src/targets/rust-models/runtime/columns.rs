//! What generated models are read from rows of PostgreSQL with, and written into them. Like the other files of helpers it
//! is printed in pieces.

// --- stored
/// How records are read from rows of PostgreSQL and written into them by the crate sqlx, which needs
/// the feature `sqlx`. Crates without it need not declare it.
#[allow(unexpected_cfgs)]
mod stored {
    #[cfg(feature = "sqlx")]
    pub(crate) use self::columns::{arguments_of, from_row, stored};
    #[cfg(not(feature = "sqlx"))]
    pub(crate) use self::none::stored;

    #[cfg(not(feature = "sqlx"))]
    mod none {
        macro_rules! stored {
            ($type:ident) => {};
        }

        pub(crate) use stored;
    }

    #[cfg(feature = "sqlx")]
    mod columns {
        use std::any::Any;

        use serde::de::DeserializeSeed;
        use sqlx::error::BoxDynError;
        use sqlx::postgres::types::PgInterval;
        use sqlx::postgres::{PgArguments, PgHasArrayType, PgRow};
        use sqlx::types::chrono;
        use sqlx::types::{Json, JsonValue};
        use sqlx::{Arguments, Column, Decode, Encode, Postgres, Row, Type, TypeInfo};

        use super::super::{Form, Reader, Rule, Shape, Shaped, Slot, Writer, Written};

        /// Gives a type what reads it from a row, and what writes it into one.
        macro_rules! stored {
            ($type:ident) => {
                impl<'r> ::sqlx::FromRow<'r, ::sqlx::postgres::PgRow> for $type {
                    fn from_row(
                        row: &'r ::sqlx::postgres::PgRow,
                    ) -> ::std::result::Result<Self, ::sqlx::Error> {
                        super::validation::from_row(row)
                    }
                }

                impl $type {
                    /// The values of members, which are named as in JSON, as the arguments of a query.
                    ///
                    /// # Errors
                    ///
                    /// There is no such member, or it is no value of its type.
                    pub fn sql_arguments(
                        &self,
                        members: &[&str],
                    ) -> ::std::result::Result<::sqlx::postgres::PgArguments, ::sqlx::Error> {
                        super::validation::arguments_of(self, members)
                    }
                }
            };
        }

        pub(crate) use stored;

        /// Reads a record from a row that has a column for each of its members.
        pub(crate) fn from_row<R: Shaped>(row: &PgRow) -> Result<R, sqlx::Error> {
            let mut record = R::blank();
            let mut result = Ok(());
            record.fields_mut(&mut |_, own| {
                let mut members = own.iter_mut().zip(R::SHAPE.members);
                result =
                    members.try_for_each(|(slot, name)| read(row, R::SHAPE, name, &mut **slot));
            });
            result.map(|()| record)
        }

        /// Reads a member as from JSON, so that a column holds it to what JSON does.
        fn read(
            row: &PgRow,
            shape: &'static Shape,
            name: &'static str,
            slot: &mut dyn Slot,
        ) -> Result<(), sqlx::Error> {
            let json = json_of(row, shape, name, column_of(row, shape, name)?)?;
            let reader = Reader {
                is_optional: slot.is_optional(),
                is_strict: shape.is_strict(name),
                as_text: shape.texts.contains(&name),
                slot,
            };
            let done = reader.deserialize(json);
            done.map_err(|error| sqlx::Error::ColumnDecode {
                index: name.to_owned(),
                source: error.into(),
            })
        }

        /// What the text of a member is called that has a form.
        fn kind_of(shape: &Shape, name: &str) -> &'static str {
            let mut forms = shape.forms.iter();
            match forms.find(|(_, names)| names.contains(&name)) {
                Some((form, _)) => match form.rule {
                    Rule::Type(kind, _) => kind,
                    _ => "string",
                },
                None => "string",
            }
        }

        /// The column of a member. PostgreSQL takes 63 bytes of a name; where members are called the same by that, each
        /// stands at its own place.
        fn column_of(row: &PgRow, shape: &Shape, name: &'static str) -> Result<usize, sqlx::Error> {
            let cut = |name: &'static str| {
                let end = (0..=name.len().min(63)).rev();
                let mut ends = end.filter(|end| name.is_char_boundary(*end));
                &name[..ends.next().unwrap_or_default()]
            };
            let alike = |other: &&&'static str| cut(other) == cut(name);
            // A shorter one is no beginning of another that was cut.
            if name.len() < 60 || shape.members.iter().filter(alike).count() == 1 {
                return Ok(row.try_column(cut(name))?.ordinal());
            }
            let place = shape.members.iter().position(|member| *member == name);
            let column = place.and_then(|place| row.columns().get(place));
            match column.filter(|column| column.name() == cut(name)) {
                Some(column) => Ok(column.ordinal()),
                None => Err(sqlx::Error::ColumnNotFound(name.to_owned())),
            }
        }

        /// A column as JSON would have it.
        fn json_of(
            row: &PgRow,
            shape: &Shape,
            name: &str,
            index: usize,
        ) -> Result<JsonValue, sqlx::Error> {
            let column = row.try_column(index)?;
            let whole = |value: i64| number(value, shape.texts.contains(&name));
            match column.type_info().name().trim_end_matches("[]") {
                "UUID" => values(row, index, |value: sqlx::types::Uuid| text(value)),
                "BOOL" => values(row, index, |value: bool| Ok(value.into())),
                "INT2" => values(row, index, |value: i16| Ok(whole(value.into()))),
                "INT4" => values(row, index, |value: i32| Ok(whole(value.into()))),
                "INT8" => values(row, index, |value: i64| Ok(whole(value))),
                "FLOAT4" => values(row, index, |value: f32| Ok(f64::from(value).into())),
                "FLOAT8" => values(row, index, |value: f64| Ok(value.into())),
                "NUMERIC" => values(row, index, |value: sqlx::types::Decimal| text(value)),
                "DATE" => values(row, index, |value: chrono::NaiveDate| text(value)),
                "TIME" => values(row, index, |value: chrono::NaiveTime| text(value)),
                "TIMESTAMPTZ" => values(row, index, |value: chrono::DateTime<chrono::Utc>| {
                    text(value.to_rfc3339())
                }),
                "INTERVAL" => values(row, index, |value: PgInterval| text(duration_of(&value)?)),
                "BYTEA" => values(row, index, |value: Vec<u8>| {
                    text(digits_of(&value, kind_of(shape, name)))
                }),
                "JSON" | "JSONB" => values(row, index, |value: JsonValue| Ok(value)),
                _ => values(row, index, |value: String| text(value)),
            }
        }

        fn number(value: i64, is_quoted: bool) -> JsonValue {
            match is_quoted {
                true => value.to_string().into(),
                false => value.into(),
            }
        }

        fn text(value: impl ToString) -> Result<JsonValue, BoxDynError> {
            Ok(JsonValue::String(value.to_string()))
        }

        /// The value of a column, or the values of an array.
        fn values<T>(
            row: &PgRow,
            index: usize,
            json: impl Fn(T) -> Result<JsonValue, BoxDynError>,
        ) -> Result<JsonValue, sqlx::Error>
        where
            T: Type<Postgres> + PgHasArrayType + for<'r> Decode<'r, Postgres>,
        {
            let read = if row.try_column(index)?.type_info().name().ends_with("[]") {
                let all = row.try_get::<Option<Vec<T>>, _>(index)?;
                let read = |all: Vec<T>| all.into_iter().map(json).collect();
                all.map(read)
            } else {
                row.try_get::<Option<T>, _>(index)?.map(json)
            };
            let index = index.to_string();
            let value = read.transpose();
            let value = value.map_err(|source| sqlx::Error::ColumnDecode { index, source })?;
            Ok(value.unwrap_or(JsonValue::Null))
        }

        /// The values of members as the arguments of a query.
        pub(crate) fn arguments_of<R: Shaped>(
            record: &R,
            members: &[&str],
        ) -> Result<PgArguments, sqlx::Error> {
            let mut forms = Vec::new();
            R::blank().fields_mut(&mut |_, own| {
                forms = own.iter_mut().map(|slot| form_of(&mut **slot)).collect();
            });
            let mut arguments = PgArguments::default();
            let mut result = Ok(());
            record.fields(&mut |_, own| {
                result = members.iter().try_for_each(|name| {
                    let known = R::SHAPE.members.iter().position(|member| member == name);
                    let index = known.ok_or_else(|| sqlx::Error::ColumnNotFound((*name).into()))?;
                    let kind = kind_of(R::SHAPE, name);
                    let is_quoted = R::SHAPE.texts.contains(name);
                    add(&mut arguments, own[index], forms[index], kind, is_quoted)
                        .map_err(sqlx::Error::Encode)
                });
            });
            result.map(|()| arguments)
        }

        /// The form of single values, also of those of a list that is empty.
        fn form_of(slot: &mut dyn Slot) -> Form {
            let form = slot.form();
            let list = slot.list_to_read();
            list.map_or(form, |list| list.next().form())
        }

        type Added = Result<(), BoxDynError>;

        /// Adds a member as the type of its column; nothing about the type depends on the value.
        fn add(
            to: &mut PgArguments,
            slot: &dyn Slot,
            form: Form,
            kind: &str,
            is_quoted: bool,
        ) -> Added {
            let any = slot.as_any();
            let as_numeric = |value: &u64| Ok(sqlx::types::Decimal::from(*value));
            let found = bind(to, any, |value: &sqlx::types::Uuid| Ok(*value))
                .or_else(|| bind(to, any, |value: &bool| Ok(*value)))
                .or_else(|| bind(to, any, |value: &i8| Ok(i16::from(*value))))
                .or_else(|| bind(to, any, |value: &i16| Ok(*value)))
                .or_else(|| bind(to, any, |value: &i32| Ok(*value)))
                .or_else(|| bind(to, any, |value: &i64| Ok(*value)))
                .or_else(|| bind(to, any, |value: &u8| Ok(i16::from(*value))))
                .or_else(|| bind(to, any, |value: &u16| Ok(i32::from(*value))))
                .or_else(|| bind(to, any, |value: &u32| Ok(i64::from(*value))))
                .or_else(|| match is_quoted {
                    true => bind(to, any, as_numeric),
                    false => bind(to, any, |value: &u64| Ok(i64::try_from(*value)?)),
                })
                .or_else(|| bind(to, any, |value: &f32| Ok(*value)))
                .or_else(|| bind(to, any, |value: &f64| Ok(*value)))
                .or_else(|| bind(to, any, |value: &sqlx::types::Decimal| Ok(*value)))
                .or_else(|| bind(to, any, |value: &chrono::NaiveDate| Ok(*value)))
                .or_else(|| bind(to, any, |value: &chrono::NaiveTime| Ok(*value)))
                .or_else(|| bind(to, any, |value: &chrono::DateTime<chrono::Utc>| Ok(*value)))
                .or_else(|| match kind {
                    "duration" => bind(to, any, |value: &String| interval_of(value)),
                    "base64" => bind(to, any, |value: &String| bytes_of_base64(value)),
                    "hex" => bind(to, any, |value: &String| bytes_of_hex(value)),
                    _ => bind(to, any, |value: &String| Ok(value.clone())),
                });
            found.unwrap_or_else(|| match form {
                Form::Text => add_name(to, slot.written()),
                Form::Any => add_json(to, slot.written()),
                _ => Err("no column holds an object".into()),
            })
        }

        /// Adds a value, one that there may be, or a list, if they are of a type.
        fn bind<T: 'static, S>(
            to: &mut PgArguments,
            slot: &dyn Any,
            stored: impl Fn(&T) -> Result<S, BoxDynError>,
        ) -> Option<Added>
        where
            S: Encode<'static, Postgres> + Type<Postgres> + PgHasArrayType + 'static,
        {
            if let Some(value) = slot.downcast_ref::<T>() {
                return Some(stored(value).and_then(|value| to.add(value)));
            }
            let nested = slot.downcast_ref::<Option<Option<T>>>();
            let value = slot.downcast_ref::<Option<T>>().map(Option::as_ref);
            if let Some(value) = value.or(nested.map(|value| value.as_ref()?.as_ref())) {
                let value = value.map(stored).transpose();
                return Some(value.and_then(|value| to.add(value)));
            }
            let given = slot.downcast_ref::<Option<Vec<T>>>();
            let list = slot.downcast_ref::<Vec<T>>();
            let list = list.map(Some).or(given.map(Option::as_ref))?;
            let all = list.map(|list| list.iter().map(stored).collect::<Result<Vec<S>, _>>());
            Some(all.transpose().and_then(|all| to.add(all)))
        }

        /// Adds a value of an enumeration, or a list of them.
        fn add_name(to: &mut PgArguments, value: Option<Written<'_>>) -> Added {
            let name = |value: Written<'_>| match value {
                Written::Text(name) => Ok(name.to_owned()),
                _ => Err(BoxDynError::from("a value of an enumeration is a text")),
            };
            match value {
                None | Some(Written::Null) => to.add(None::<String>),
                Some(Written::List(items)) => {
                    let names = (0..items.length()).map(|index| name(items.item(index)));
                    to.add(names.collect::<Result<Vec<_>, _>>()?)
                }
                Some(value) => to.add(name(value)?),
            }
        }

        /// Adds a value that is of one of several types, or a list of them.
        fn add_json(to: &mut PgArguments, value: Option<Written<'_>>) -> Added {
            match value {
                None | Some(Written::Null) => to.add(None::<JsonValue>),
                Some(Written::List(items)) => {
                    let values = (0..items.length()).map(|index| items.item(index));
                    to.add(
                        values
                            .map(|value| Json(Writer(value, false)))
                            .collect::<Vec<_>>(),
                    )
                }
                Some(value) => to.add(Json(Writer(value, false))),
            }
        }

        /// `P1Y2M3DT4H5M6.7S` in months, days and microseconds.
        fn interval_of(text: &str) -> Result<PgInterval, BoxDynError> {
            let sign = if text.starts_with('-') { -1 } else { 1 };
            let (mut months, mut days, mut microseconds) = (0_i128, 0_i128, 0_i128);
            let mut after_t = false;
            let mut rest = text.trim_start_matches(['-', 'P']);
            while let Some(end) = rest.find(|c: char| c.is_ascii_alphabetic()) {
                let (number, unit) = (&rest[..end], rest.as_bytes()[end]);
                rest = &rest[end + 1..];
                if unit == b'T' {
                    after_t = true;
                    continue;
                }
                let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
                let count = sign * i128::from(whole.parse::<i64>()?);
                match (unit, after_t) {
                    (b'Y', false) => months += 12 * count,
                    (b'M', false) => months += count,
                    (b'D', false) => days += count,
                    (b'H', true) => microseconds += 3_600_000_000 * count,
                    (b'M', true) => microseconds += 60_000_000 * count,
                    (b'S', true) => {
                        let fraction = format!("{fraction:0<6}");
                        let fraction = fraction.get(..6).unwrap_or_default().parse::<i128>()?;
                        microseconds += 1_000_000 * count + sign * fraction;
                    }
                    _ => return Err(format!("{text} is no duration").into()),
                }
            }
            Ok(PgInterval {
                months: months.try_into()?,
                days: days.try_into()?,
                microseconds: microseconds.try_into()?,
            })
        }

        fn duration_of(interval: &PgInterval) -> Result<String, BoxDynError> {
            let months = i64::from(interval.months);
            let parts = [months, interval.days.into(), interval.microseconds];
            let is_negative = parts.iter().any(|part| *part < 0);
            if is_negative && parts.iter().any(|part| *part > 0) {
                return Err("a duration has one sign".into());
            }
            let [months, days, microseconds] = parts.map(i64::unsigned_abs);
            let minutes = microseconds / 60_000_000;
            let part = |count: u64, unit: &str| match count {
                0 => String::new(),
                _ => format!("{count}{unit}"),
            };
            let rest = microseconds % 60_000_000;
            let seconds = format!("{}.{:06}", rest / 1_000_000, rest % 1_000_000);
            let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
            let seconds = match rest {
                0 => String::new(),
                _ => format!("{seconds}S"),
            };
            let time = [part(minutes / 60, "H"), part(minutes % 60, "M"), seconds].concat();
            let date = [
                part(months / 12, "Y"),
                part(months % 12, "M"),
                part(days, "D"),
            ]
            .concat();
            let sign = if is_negative { "-" } else { "" };
            Ok(match (date.is_empty(), time.is_empty()) {
                (true, true) => "PT0S".to_owned(),
                (_, true) => format!("{sign}P{date}"),
                _ => format!("{sign}P{date}T{time}"),
            })
        }

        fn digits_of(bytes: &[u8], kind: &str) -> String {
            match kind {
                "hex" => hex_of(bytes),
                _ => base64_of(bytes),
            }
        }

        fn bytes_of_hex(text: &str) -> Result<Vec<u8>, BoxDynError> {
            let pairs = (0..text.len()).step_by(2);
            let byte = |start: usize| {
                let pair = text.get(start..start + 2).ok_or("half a byte")?;
                Ok(u8::from_str_radix(pair, 16)?)
            };
            pairs.map(byte).collect()
        }

        fn hex_of(bytes: &[u8]) -> String {
            bytes.iter().map(|byte| format!("{byte:02X}")).collect()
        }

        /// The digits of Base64 (RFC 4648, section 4).
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

        fn bytes_of_base64(text: &str) -> Result<Vec<u8>, BoxDynError> {
            let mut bytes = Vec::new();
            let (mut bits, mut count) = (0_u32, 0);
            for character in text
                .bytes()
                .filter(|c| !c.is_ascii_whitespace() && *c != b'=')
            {
                let digit = DIGITS.iter().position(|digit| *digit == character);
                bits = bits << 6 | u32::try_from(digit.ok_or("no digit of Base64")?)?;
                count += 6;
                if count >= 8 {
                    count -= 8;
                    bytes.push((bits >> count & 0xff) as u8);
                }
            }
            Ok(bytes)
        }

        fn base64_of(bytes: &[u8]) -> String {
            let group = |group: &[u8]| {
                let bits = (0..3).fold(0, |bits, i| {
                    bits << 8 | usize::from(group.get(i).copied().unwrap_or(0))
                });
                let digit = |i: usize| match i <= group.len() {
                    true => char::from(DIGITS[bits >> (18 - 6 * i) & 63]),
                    false => '=',
                };
                [digit(0), digit(1), digit(2), digit(3)]
            };
            bytes.chunks(3).flat_map(group).collect()
        }
    }
}

pub(super) use stored::*;

// --- stored_name
/// How values of enumerations are texts of columns for the crate sqlx: read from them, and as arguments of queries.
#[allow(unexpected_cfgs)]
mod stored_name {
    #[cfg(feature = "sqlx")]
    macro_rules! stored_name {
        ($type:ident) => {
            impl ::sqlx::Type<::sqlx::Postgres> for $type {
                fn type_info() -> ::sqlx::postgres::PgTypeInfo {
                    <str as ::sqlx::Type<::sqlx::Postgres>>::type_info()
                }

                fn compatible(column: &::sqlx::postgres::PgTypeInfo) -> bool {
                    <str as ::sqlx::Type<::sqlx::Postgres>>::compatible(column)
                }
            }

            impl ::sqlx::postgres::PgHasArrayType for $type {
                fn array_type_info() -> ::sqlx::postgres::PgTypeInfo {
                    <&str as ::sqlx::postgres::PgHasArrayType>::array_type_info()
                }

                fn array_compatible(column: &::sqlx::postgres::PgTypeInfo) -> bool {
                    <&str as ::sqlx::postgres::PgHasArrayType>::array_compatible(column)
                }
            }

            impl ::sqlx::Encode<'_, ::sqlx::Postgres> for $type {
                fn encode_by_ref(
                    &self,
                    to: &mut ::sqlx::postgres::PgArgumentBuffer,
                ) -> ::std::result::Result<::sqlx::encode::IsNull, ::sqlx::error::BoxDynError> {
                    <&str as ::sqlx::Encode<'_, ::sqlx::Postgres>>::encode_by_ref(
                        &self.as_str(),
                        to,
                    )
                }
            }

            impl<'r> ::sqlx::Decode<'r, ::sqlx::Postgres> for $type {
                fn decode(
                    column: ::sqlx::postgres::PgValueRef<'r>,
                ) -> ::std::result::Result<Self, ::sqlx::error::BoxDynError> {
                    let text = <&str as ::sqlx::Decode<'r, ::sqlx::Postgres>>::decode(column)?;
                    ::std::result::Result::Ok(text.parse()?)
                }
            }
        };
    }

    #[cfg(not(feature = "sqlx"))]
    macro_rules! stored_name {
        ($type:ident) => {};
    }

    pub(crate) use stored_name;
}

pub(super) use stored_name::*;
