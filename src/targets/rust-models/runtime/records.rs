//! What generated models are read from JSON, written, compared and copied with. Each type says in one place, by the macro
//! `record`, which members it has; all else is done here once for all types, so that the compiler has little to do for
//! each field. Like the other file of helpers it is printed in pieces.

use std::any::Any;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use rust_decimal::Decimal;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

// --- Json
/// A value of JSON that is no list and no object, as it is read.
#[derive(Clone, Copy)]
#[allow(dead_code)] // where no type reads it
pub(super) enum Json<'a> {
    Null,
    Flag(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(&'a str),
}

impl Json<'_> {
    fn unexpected(&self) -> Unexpected<'_> {
        match *self {
            Json::Null => Unexpected::Unit,
            Json::Flag(value) => Unexpected::Bool(value),
            Json::Signed(value) => Unexpected::Signed(value),
            Json::Unsigned(value) => Unexpected::Unsigned(value),
            Json::Float(value) => Unexpected::Float(value),
            Json::Text(value) => Unexpected::Str(value),
        }
    }
}

/// Why a value is not read.
#[allow(dead_code)] // where no type says so
pub(super) enum Refusal {
    /// It is none of the type in JSON.
    Type,
    /// It is of the type in JSON, and no value of that in Rust.
    Value,
    /// As the message says.
    Because(&'static str),
}

// --- Written
/// A value as it is written.
#[allow(dead_code)] // where no type is written so
pub(super) enum Written<'a> {
    Null,
    Flag(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Single(f32),
    Text(&'a str),
    Shown(&'a dyn fmt::Display),
    Instant(DateTime<Utc>),
    Date(NaiveDate),
    Time(NaiveTime),
    List(&'a dyn Items),
    Record(&'a dyn Record),
}

/// The values of a list.
pub(super) trait Items {
    fn length(&self) -> usize;
    fn item(&self, index: usize) -> Written<'_>;
}

/// What is written, and whether whole numbers are written as texts.
struct Writer<'a>(Written<'a>, bool);

impl Serialize for Writer<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let Writer(value, as_text) = self;
        match *value {
            Written::Null => json.serialize_none(),
            Written::Flag(value) => json.serialize_bool(value),
            Written::Signed(value) if *as_text => json.collect_str(&value),
            Written::Unsigned(value) if *as_text => json.collect_str(&value),
            Written::Signed(value) => json.serialize_i64(value),
            Written::Unsigned(value) => json.serialize_u64(value),
            Written::Float(value) => json.serialize_f64(value),
            Written::Single(value) => json.serialize_f32(value),
            Written::Text(value) => json.serialize_str(value),
            Written::Shown(value) => json.collect_str(value),
            Written::Instant(value) => value.serialize(json),
            Written::Date(value) => value.serialize(json),
            Written::Time(value) => value.serialize(json),
            Written::List(values) => {
                let mut list = json.serialize_seq(Some(values.length()))?;
                for index in 0..values.length() {
                    let item = Writer(values.item(index), *as_text);
                    SerializeSeq::serialize_element(&mut list, &item)?;
                }
                SerializeSeq::end(list)
            }
            Written::Record(record) => write_record(record, json),
        }
    }
}

// --- Value
/// What of JSON a value is read from.
#[derive(Clone, Copy, PartialEq)]
#[allow(dead_code)] // where no type is read from it
pub(super) enum Form {
    Flag,
    Signed,
    Unsigned,
    Float,
    Text,
    Any,
    List,
    Object,
}

/// A type of single values.
pub(super) trait Value: Any + Clone + PartialEq + fmt::Debug {
    const FORM: Form;

    /// What is expected, for messages.
    const EXPECTED: &'static str;

    /// What stands in its place until it is read.
    fn blank() -> Self;

    fn read(json: Json<'_>) -> Result<Self, Refusal>;

    fn write(&self) -> Written<'_>;

    fn object(&mut self) -> Option<&mut dyn Record> {
        None
    }

    /// What is asked of the value that its type does not see to, if it is not so; a whole number may be a text in JSON.
    fn fault(&self, _form: Option<TextForm>, _is_quoted: bool) -> Option<Rule> {
        None
    }
}

// --- from_text
/// Reads a value that is a text in JSON.
pub(super) fn from_text<T>(json: Json<'_>, read: impl Fn(&str) -> Option<T>) -> Result<T, Refusal> {
    match json {
        Json::Text(text) => read(text).ok_or(Refusal::Value),
        _ => Err(Refusal::Type),
    }
}

// --- read_value
/// Reads a single value.
pub(super) fn read_value<'de, T: Value, D: Deserializer<'de>>(json: D) -> Result<T, D::Error> {
    let mut value = T::blank();
    let reader = Reader {
        slot: &mut value,
        is_optional: false,
        is_strict: true,
        as_text: false,
    };
    reader.deserialize(json)?;
    Ok(value)
}

// --- Value for String
impl Value for String {
    const FORM: Form = Form::Text;
    const EXPECTED: &'static str = "a string";

    fn blank() -> Self {
        String::new()
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        from_text(json, |text| Some(text.to_owned()))
    }

    fn write(&self) -> Written<'_> {
        Written::Text(self)
    }

    fn fault(&self, form: Option<TextForm>, _: bool) -> Option<Rule> {
        let form = form.unwrap_or(TextForm {
            holds: |text| !text.contains('\0'),
            rule: Rule::Type("string", "must not contain U+0000"),
        });
        (!(form.holds)(self)).then_some(form.rule)
    }
}

// --- Value for bool
impl Value for bool {
    const FORM: Form = Form::Flag;
    const EXPECTED: &'static str = "a boolean";

    fn blank() -> Self {
        false
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        match json {
            Json::Flag(value) => Ok(value),
            _ => Err(Refusal::Type),
        }
    }

    fn write(&self) -> Written<'_> {
        Written::Flag(*self)
    }
}

// --- integer
/// A type of whole numbers.
macro_rules! integer {
    ($type:ident, $form:ident $(, $fault:ident)?) => {
        impl Value for $type {
            const FORM: Form = Form::$form;
            const EXPECTED: &'static str = stringify!($type);

            fn blank() -> Self {
                0
            }

            fn read(json: Json<'_>) -> Result<Self, Refusal> {
                match json {
                    Json::Signed(value) => value.try_into().map_err(|_| Refusal::Value),
                    Json::Unsigned(value) => value.try_into().map_err(|_| Refusal::Value),
                    _ => Err(Refusal::Type),
                }
            }

            fn write(&self) -> Written<'_> {
                Written::$form((*self).into())
            }

            $(
                fn fault(&self, _: Option<TextForm>, is_quoted: bool) -> Option<Rule> {
                    if is_quoted {
                        None
                    } else {
                        $fault(*self)
                    }
                }
            )?
        }
    };
}

// --- Value for i8
integer!(i8, Signed);

// --- Value for i16
integer!(i16, Signed);

// --- Value for i32
integer!(i32, Signed);

// --- Value for i64
integer!(i64, Signed, int64_fault);

/// JSON's numbers are exact up to here in all languages.
fn int64_fault(value: i64) -> Option<Rule> {
    let wanted = "must be between -9007199254740991 and 9007199254740991";
    let range = -9_007_199_254_740_991..=9_007_199_254_740_991;
    (!range.contains(&value)).then_some(Rule::Type("int64", wanted))
}

// --- Value for u8
integer!(u8, Unsigned);

// --- Value for u16
integer!(u16, Unsigned);

// --- Value for u32
integer!(u32, Unsigned);

// --- Value for u64
integer!(u64, Unsigned, uint64_fault);

/// JSON's numbers are exact up to here in all languages.
fn uint64_fault(value: u64) -> Option<Rule> {
    let rule = Rule::Type("uint64", "must be at most 9007199254740991");
    (value > 9_007_199_254_740_991).then_some(rule)
}

// --- float
/// A number, whether it is written with a point or without.
fn float(json: Json<'_>) -> Result<f64, Refusal> {
    match json {
        Json::Float(value) => Ok(value),
        Json::Signed(value) => Ok(value as f64),
        Json::Unsigned(value) => Ok(value as f64),
        _ => Err(Refusal::Type),
    }
}

// --- Value for f64
impl Value for f64 {
    const FORM: Form = Form::Float;
    const EXPECTED: &'static str = "f64";

    fn blank() -> Self {
        0.0
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        float(json)
    }

    fn write(&self) -> Written<'_> {
        Written::Float(*self)
    }

    fn fault(&self, _: Option<TextForm>, _: bool) -> Option<Rule> {
        let rule = Rule::Type("float64", "must be a finite number");
        (!self.is_finite()).then_some(rule)
    }
}

// --- Value for f32
impl Value for f32 {
    const FORM: Form = Form::Float;
    const EXPECTED: &'static str = "f32";

    fn blank() -> Self {
        0.0
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        let value = float(json)?;
        if value.abs() <= 3.4028235e38 {
            Ok(value as f32)
        } else {
            Err(Refusal::Because("must be within the range of 32 bits"))
        }
    }

    fn write(&self) -> Written<'_> {
        Written::Single(*self)
    }

    fn fault(&self, _: Option<TextForm>, _: bool) -> Option<Rule> {
        let rule = Rule::Type("float32", "must be a finite number");
        (!self.is_finite()).then_some(rule)
    }
}

// --- Value for Uuid
impl Value for Uuid {
    const FORM: Form = Form::Text;
    const EXPECTED: &'static str = "a UUID with hyphens";

    fn blank() -> Self {
        Uuid::nil()
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        from_text(json, |text| match text.len() {
            // No other form has this length.
            36 => text.parse().ok(),
            _ => None,
        })
    }

    fn write(&self) -> Written<'_> {
        Written::Shown(self)
    }
}

// --- Value for DateTime
impl Value for DateTime<Utc> {
    const FORM: Form = Form::Text;
    const EXPECTED: &'static str = "an instant such as 2024-05-17T08:30:00Z";

    fn blank() -> Self {
        DateTime::UNIX_EPOCH
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        from_text(json, |text| {
            let (date, rest) = text.split_once('T')?;
            let (time, offset) = match rest.strip_suffix('Z') {
                Some(time) => (time, "+00:00"),
                None => rest.split_at(rest.rfind(['+', '-'])?),
            };
            if !(has_date_form(date) && has_time_form(time) && has_offset_form(offset)) {
                return None;
            }
            let instant = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
            is_date_time(instant).then_some(instant)
        })
    }

    fn write(&self) -> Written<'_> {
        Written::Instant(*self)
    }

    fn fault(&self, _: Option<TextForm>, _: bool) -> Option<Rule> {
        let wanted = "must be in the years 1 to 9999, and no leap second";
        (!is_date_time(*self)).then_some(Rule::Type("dateTime", wanted))
    }
}

// --- Value for NaiveDate
impl Value for NaiveDate {
    const FORM: Form = Form::Text;
    const EXPECTED: &'static str = "a date such as 2024-05-17";

    fn blank() -> Self {
        NaiveDate::default()
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        from_text(json, |text| match has_date_form(text) {
            true => text.parse().ok(),
            false => None,
        })
    }

    fn write(&self) -> Written<'_> {
        Written::Date(*self)
    }

    fn fault(&self, _: Option<TextForm>, _: bool) -> Option<Rule> {
        let rule = Rule::Type("date", "must be in the years 1 to 9999");
        (!is_date(*self)).then_some(rule)
    }
}

// --- Value for NaiveTime
impl Value for NaiveTime {
    const FORM: Form = Form::Text;
    const EXPECTED: &'static str = "a time such as 08:30:00";

    fn blank() -> Self {
        NaiveTime::MIN
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        from_text(json, |text| match has_time_form(text) {
            true => text.parse().ok().filter(|time| is_time(*time)),
            false => None,
        })
    }

    fn write(&self) -> Written<'_> {
        Written::Time(*self)
    }

    fn fault(&self, _: Option<TextForm>, _: bool) -> Option<Rule> {
        let rule = Rule::Type("time", "must not be a leap second");
        (!is_time(*self)).then_some(rule)
    }
}

// --- Value for Decimal
impl Value for Decimal {
    const FORM: Form = Form::Text;
    const EXPECTED: &'static str = "a decimal such as 19.99, of at most 28 digits";

    fn blank() -> Self {
        Decimal::ZERO
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        from_text(json, |text| {
            let unsigned = text.strip_prefix('-').unwrap_or(text);
            let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
            let is_plain = is_digits(fraction) && (whole == "0" || !whole.starts_with('0'));
            let digits = unsigned.bytes().filter(u8::is_ascii_digit).count();
            if is_plain && is_digits(whole) && digits <= 28 {
                text.parse().ok()
            } else {
                None
            }
        })
    }

    fn write(&self) -> Written<'_> {
        Written::Shown(self)
    }

    fn fault(&self, _: Option<TextForm>, _: bool) -> Option<Rule> {
        let rule = Rule::Type("decimal", "must have at most 28 digits");
        (!is_decimal(*self)).then_some(rule)
    }
}

// --- Field
/// The type of a field: a value, one that there may be, or a list of them.
pub(super) trait Field: Any + Clone + PartialEq + fmt::Debug {
    type Item: Value;
    const FORM: Form;
    /// Whether there need be no value.
    const IS_OPTIONAL: bool;

    fn blank() -> Self;

    /// What null stands for; nothing where it is refused. Strictly, it is no value of an option.
    fn null(is_strict: bool) -> Option<Self>;

    fn read(json: Json<'_>) -> Result<Self, Refusal>;

    /// What is written; nothing where there is no value.
    fn write(&self) -> Option<Written<'_>>;

    fn object(&mut self) -> Option<&mut dyn Record>;

    fn list(&mut self) -> Option<&mut dyn List>;

    /// How many values there are.
    fn count(&self) -> usize;

    /// Calls back for what is asked of values that are not so, each with its place in a list.
    fn faults(&self, form: Option<TextForm>, is_quoted: bool, see: &mut Faulty<'_>);
}

/// Notes what is asked of a value.
type Faulty<'s> = dyn FnMut(Option<usize>, Rule) + 's;

impl<T: Value> Field for T {
    type Item = T;
    const FORM: Form = T::FORM;
    const IS_OPTIONAL: bool = false;

    fn blank() -> Self {
        T::blank()
    }

    fn null(_: bool) -> Option<Self> {
        None
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        T::read(json)
    }

    fn write(&self) -> Option<Written<'_>> {
        Some(T::write(self))
    }

    fn object(&mut self) -> Option<&mut dyn Record> {
        T::object(self)
    }

    fn list(&mut self) -> Option<&mut dyn List> {
        None
    }

    fn count(&self) -> usize {
        1
    }

    fn faults(&self, form: Option<TextForm>, is_quoted: bool, see: &mut Faulty<'_>) {
        if let Some(rule) = self.fault(form, is_quoted) {
            see(None, rule);
        }
    }
}

impl<F: Field> Field for Option<F> {
    type Item = F::Item;
    const FORM: Form = F::FORM;
    const IS_OPTIONAL: bool = true;

    fn blank() -> Self {
        None
    }

    // An option of an option tells what is absent from what is null.
    fn null(is_strict: bool) -> Option<Self> {
        if F::IS_OPTIONAL {
            F::null(false).map(Some)
        } else if is_strict {
            None
        } else {
            Some(None)
        }
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        F::read(json).map(Some)
    }

    fn write(&self) -> Option<Written<'_>> {
        self.as_ref()
            .map(|value| value.write().unwrap_or(Written::Null))
    }

    fn object(&mut self) -> Option<&mut dyn Record> {
        self.get_or_insert_with(F::blank).object()
    }

    fn list(&mut self) -> Option<&mut dyn List> {
        self.get_or_insert_with(F::blank).list()
    }

    fn count(&self) -> usize {
        self.as_ref().map_or(0, F::count)
    }

    fn faults(&self, form: Option<TextForm>, is_quoted: bool, see: &mut Faulty<'_>) {
        if let Some(value) = self {
            value.faults(form, is_quoted, see);
        }
    }
}

impl<T: Value> Field for Vec<T> {
    type Item = T;
    const FORM: Form = Form::List;
    const IS_OPTIONAL: bool = false;

    fn blank() -> Self {
        Vec::new()
    }

    fn null(_: bool) -> Option<Self> {
        None
    }

    fn read(_: Json<'_>) -> Result<Self, Refusal> {
        Err(Refusal::Type)
    }

    fn write(&self) -> Option<Written<'_>> {
        Some(Written::List(self))
    }

    fn object(&mut self) -> Option<&mut dyn Record> {
        None
    }

    fn list(&mut self) -> Option<&mut dyn List> {
        self.clear();
        Some(self)
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn faults(&self, form: Option<TextForm>, is_quoted: bool, see: &mut Faulty<'_>) {
        for (index, value) in self.iter().enumerate() {
            if let Some(rule) = value.fault(form, is_quoted) {
                see(Some(index), rule);
            }
        }
    }
}

/// A list that is read.
pub(super) trait List {
    /// A further item, to be read.
    fn next(&mut self) -> &mut dyn Slot;
}

impl<T: Value> List for Vec<T> {
    fn next(&mut self) -> &mut dyn Slot {
        self.push(T::blank());
        let last = self.len() - 1;
        &mut self[last]
    }
}

impl<T: Value> Items for Vec<T> {
    fn length(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Written<'_> {
        self[index].write()
    }
}

// --- Slot
/// A field of whatever type.
pub(super) trait Slot: Any + fmt::Debug {
    fn form(&self) -> Form;
    fn is_optional(&self) -> bool;
    fn expected(&self) -> &'static str;
    fn set(&mut self, json: Json<'_>) -> Result<(), Refusal>;
    fn set_null(&mut self, is_strict: bool) -> bool;
    fn written(&self) -> Option<Written<'_>>;
    fn object_to_read(&mut self) -> Option<&mut dyn Record>;
    fn list_to_read(&mut self) -> Option<&mut dyn List>;
    fn is_same(&self, other: &dyn Slot) -> bool;
    fn copy(&mut self, other: &dyn Slot);
    fn as_any(&self) -> &dyn Any;
    fn count_values(&self) -> usize;
    fn see_faults(&self, form: Option<TextForm>, is_quoted: bool, see: &mut Faulty<'_>);
}

impl<F: Field> Slot for F {
    fn form(&self) -> Form {
        F::FORM
    }

    fn is_optional(&self) -> bool {
        F::IS_OPTIONAL
    }

    fn expected(&self) -> &'static str {
        if F::FORM == Form::List {
            "a sequence"
        } else {
            F::Item::EXPECTED
        }
    }

    fn set(&mut self, json: Json<'_>) -> Result<(), Refusal> {
        *self = F::read(json)?;
        Ok(())
    }

    fn set_null(&mut self, is_strict: bool) -> bool {
        match F::null(is_strict) {
            Some(value) => {
                *self = value;
                true
            }
            None => false,
        }
    }

    fn written(&self) -> Option<Written<'_>> {
        self.write()
    }

    fn object_to_read(&mut self) -> Option<&mut dyn Record> {
        self.object()
    }

    fn list_to_read(&mut self) -> Option<&mut dyn List> {
        self.list()
    }

    fn is_same(&self, other: &dyn Slot) -> bool {
        other.as_any().downcast_ref::<F>() == Some(self)
    }

    fn copy(&mut self, other: &dyn Slot) {
        if let Some(value) = other.as_any().downcast_ref::<F>() {
            self.clone_from(value);
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn count_values(&self) -> usize {
        self.count()
    }

    fn see_faults(&self, form: Option<TextForm>, is_quoted: bool, see: &mut Faulty<'_>) {
        self.faults(form, is_quoted, see);
    }
}

// --- Reader
/// What is read into a field.
struct Reader<'a> {
    slot: &'a mut dyn Slot,
    is_optional: bool,
    /// Whether an option takes no null.
    is_strict: bool,
    /// Whether whole numbers are texts.
    as_text: bool,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        if self.is_optional {
            return json.deserialize_option(self);
        }
        match self.slot.form() {
            Form::List => json.deserialize_seq(self),
            Form::Object => json.deserialize_map(self),
            Form::Any => json.deserialize_any(self),
            Form::Signed | Form::Unsigned if self.as_text => json.deserialize_str(self),
            Form::Text => json.deserialize_str(self),
            Form::Flag => json.deserialize_bool(self),
            Form::Signed => json.deserialize_i64(self),
            Form::Unsigned => json.deserialize_u64(self),
            Form::Float => json.deserialize_f64(self),
        }
    }
}

impl Reader<'_> {
    fn take<E: Error>(self, json: Json<'_>) -> Result<(), E> {
        let found = match json {
            Json::Text(text) if self.as_text => match whole(text) {
                Some(number) => self.slot.set(number),
                None => Err(Refusal::Value),
            },
            _ if self.as_text => Err(Refusal::Type),
            Json::Null if self.slot.set_null(self.is_strict) => Ok(()),
            _ => self.slot.set(json),
        };
        found.map_err(|refusal| match refusal {
            Refusal::Type => E::invalid_type(json.unexpected(), &self),
            Refusal::Value => E::invalid_value(json.unexpected(), &self),
            Refusal::Because(message) => E::custom(message),
        })
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.as_text && self.slot.form() != Form::List {
            f.write_str("a whole number of 64 bits, in quotes")
        } else {
            f.write_str(self.slot.expected())
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.take(Json::Flag(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        self.take(Json::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        self.take(Json::Unsigned(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.take(Json::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.take(Json::Text(value))
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.take(Json::Null)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        if self.slot.set_null(self.is_strict) {
            return Ok(());
        }
        Err(E::invalid_type(Unexpected::Unit, &self))
    }

    fn visit_some<D: Deserializer<'de>>(mut self, json: D) -> Result<(), D::Error> {
        self.is_optional = false;
        self.deserialize(json)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        if let Some(list) = self.slot.list_to_read() {
            while values
                .next_element_seed(Item(list, self.as_text))?
                .is_some()
            {}
            return Ok(());
        }
        Err(A::Error::invalid_type(Unexpected::Seq, &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        if let Some(object) = self.slot.object_to_read() {
            return read_members(object, members);
        }
        let number = match self.slot.form() {
            Form::Any => read_numeral(members)?,
            _ => None,
        };
        match number {
            Some(number) => self.take(number),
            None => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }
}

/// A further item of a list.
struct Item<'a>(&'a mut dyn List, bool);

impl<'de> DeserializeSeed<'de> for Item<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        let reader = Reader {
            slot: self.0.next(),
            is_optional: false,
            is_strict: true,
            as_text: self.1,
        };
        reader.deserialize(json)
    }
}

/// A whole number that is written without `+` and without zeros in front.
fn whole(text: &str) -> Option<Json<'static>> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    if text != "0" && (!is_digits(unsigned) || unsigned.starts_with('0')) {
        return None;
    }
    let signed = text.parse().map(Json::Signed);
    signed.or_else(|_| text.parse().map(Json::Unsigned)).ok()
}

// --- Numeral
/// What serde_json hands on in place of a number where anything may stand, if some crate of the program asks for its
/// feature `arbitrary_precision`: an object of one member of this name.
const NUMERAL: &str = "$serde_json::private::Number";

/// The text of such a number. It is owned, which no text of a document is that is read from its characters.
struct Numeral(String);

impl<'de> Deserialize<'de> for Numeral {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_string(Numerals)
    }
}

struct Numerals;

impl Visitor<'_> for Numerals {
    type Value = Numeral;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Numeral, E> {
        Err(E::invalid_type(Unexpected::Str(text), &self))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Numeral, E> {
        Ok(Numeral(text))
    }
}

impl Numeral {
    /// The number as it is read without that feature.
    fn number<E: Error>(&self) -> Result<Json<'static>, E> {
        let text = &self.0;
        if let Ok(value) = text.parse() {
            return Ok(Json::Unsigned(value));
        }
        match (text.parse(), text.parse::<f64>()) {
            (Ok(value), _) if value != 0 => Ok(Json::Signed(value)),
            (_, Ok(value)) if value.is_finite() => Ok(Json::Float(value)),
            _ => Err(E::custom("number out of range")),
        }
    }
}

// --- read_numeral
/// A number that comes as an object, if it is one.
fn read_numeral<'de, A: MapAccess<'de>>(mut members: A) -> Result<Option<Json<'static>>, A::Error> {
    match members.next_key::<String>()? {
        Some(name) if name == NUMERAL => members.next_value::<Numeral>()?.number().map(Some),
        _ => Ok(None),
    }
}

// --- Record
/// What a type with members looks like in JSON.
#[allow(dead_code)] // where no type has members
pub(super) struct Shape {
    name: &'static str,
    members: &'static [&'static str],
    base: Option<&'static Shape>,
    keys: &'static [Key],
    is_closed: bool,
    is_change: bool,
    texts: &'static [&'static str],
    supplied: &'static [&'static str],
    lists: &'static [&'static str],
    forms: &'static [(TextForm, &'static [&'static str])],
    choices: &'static [(bool, &'static [&'static str])],
    totals: &'static [(usize, usize, &'static [&'static str])],
}

impl Shape {
    fn is_strict(&self, name: &str) -> bool {
        self.is_change || self.supplied.contains(&name)
    }
}

/// A type with members.
pub(super) trait Record: Any + fmt::Debug + Validate {
    fn shape(&self) -> &'static Shape;

    fn fields<'a>(&'a self, see: &mut See<'_, 'a>);

    fn fields_mut(&mut self, see: &mut SeeMut<'_>);

    /// The member that tells which class an instance is of, if it may be one of several.
    fn discriminator(&self) -> Option<&'static str> {
        None
    }

    /// Becomes an instance of the class of a name, if there is one.
    fn choose(&mut self, _class: &str) -> bool {
        false
    }
}

/// The key by which an object stands in a relation.
#[allow(dead_code)] // where no relation is kept there
pub(super) enum Key {
    /// The instance has it.
    Own(&'static str),
    /// The related object has it.
    Their(&'static str),
}

/// Looks at the fields of a record: those of the record that it is made of, and its own.
pub(super) type See<'s, 'a> = dyn FnMut(&[&'a dyn Slot], &[&'a dyn Slot]) + 's;

/// The same, to change them.
pub(super) type SeeMut<'s> = dyn FnMut(&mut [&mut dyn Slot], &mut [&mut dyn Slot]) + 's;

// --- Shaped
/// What a type with members looks like, and what stands in its place until it is read.
pub(super) trait Shaped: Record + Sized {
    const SHAPE: &'static Shape;

    fn blank() -> Self;
}

impl Shape {
    pub(super) const fn new(name: &'static str, members: &'static [&'static str]) -> Self {
        Self {
            name,
            members,
            base: None,
            keys: &[],
            is_closed: false,
            is_change: false,
            texts: &[],
            supplied: &[],
            lists: &[],
            forms: &[],
            choices: &[],
            totals: &[],
        }
    }
}

// --- Shape::with
impl Shape {
    /// Has the members of another type, too, and for each of its own the key that
    /// refers to its objects.
    pub(super) const fn with(mut self, base: &'static Shape, keys: &'static [Key]) -> Self {
        self.base = Some(base);
        self.keys = keys;
        self.is_closed = base.is_closed;
        self
    }
}

// --- Shape::closed
impl Shape {
    /// Refuses members that it does not have.
    pub(super) const fn closed(mut self) -> Self {
        self.is_closed = true;
        self
    }
}

// --- Shape::change
impl Shape {
    /// Is the body of a change: what is absent stays.
    pub(super) const fn change(mut self) -> Self {
        self.is_change = true;
        self
    }
}

// --- Shape::texts
impl Shape {
    /// Writes the whole numbers of these members as texts.
    pub(super) const fn texts(mut self, names: &'static [&'static str]) -> Self {
        self.texts = names;
        self
    }
}

// --- Shape::supplied
impl Shape {
    /// Takes these members to be supplied where they are absent, but not where they are null.
    pub(super) const fn supplied(mut self, names: &'static [&'static str]) -> Self {
        self.supplied = names;
        self
    }
}

// --- Shape::lists
impl Shape {
    /// Takes these lists to be empty where they are absent.
    pub(super) const fn lists(mut self, names: &'static [&'static str]) -> Self {
        self.lists = names;
        self
    }
}

// --- Shape::forms
impl Shape {
    /// Asks the texts of these members to have these forms.
    pub(super) const fn forms(
        mut self,
        forms: &'static [(TextForm, &'static [&'static str])],
    ) -> Self {
        self.forms = forms;
        self
    }
}

// --- Shape::choices
impl Shape {
    /// Asks at most one of several members to have a value; one of them, if it says so.
    pub(super) const fn choices(
        mut self,
        choices: &'static [(bool, &'static [&'static str])],
    ) -> Self {
        self.choices = choices;
        self
    }
}

// --- Shape::totals
impl Shape {
    /// Asks several members to have at least so many and at most so many values in all.
    pub(super) const fn totals(
        mut self,
        totals: &'static [(usize, usize, &'static [&'static str])],
    ) -> Self {
        self.totals = totals;
        self
    }
}

// --- read_record
/// Reads an object, and no list of its values.
pub(super) fn read_record<'de, R: Shaped, D: Deserializer<'de>>(json: D) -> Result<R, D::Error> {
    let mut record = R::blank();
    json.deserialize_map(Members(&mut record))?;
    Ok(record)
}

struct Members<'a>(&'a mut dyn Record);

impl<'de> Visitor<'de> for Members<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        read_members(self.0, members)
    }
}

// --- read_members
/// Reads the members of an object, in whatever order.
fn read_members<'de, A: MapAccess<'de>>(
    record: &mut dyn Record,
    mut members: A,
) -> Result<(), A::Error> {
    let Some(tag) = record.discriminator() else {
        return read_all(record, members);
    };
    let mut stored = Vec::new();
    while let Some(name) = members.next_key::<String>()? {
        let value = members.next_value::<Stored>()?;
        let is_tag = name == tag;
        let class = match &value {
            Stored::Text(class) if is_tag => Some(class.clone()),
            _ => None,
        };
        stored.push((name, value));
        match class {
            Some(class) if record.choose(&class) => {
                let stored = stored.into_iter();
                let (value, rest) = (None, members);
                return read_all(
                    record,
                    Replayed {
                        stored,
                        value,
                        rest,
                    },
                );
            }
            Some(class) => {
                let expected = "the name of a class of the hierarchy";
                return Err(A::Error::invalid_value(Unexpected::Str(&class), &expected));
            }
            None if is_tag => return Err(A::Error::custom("the class of an object is a text")),
            None => {}
        }
    }
    Err(A::Error::missing_field(tag))
}

fn read_all<'de, A: MapAccess<'de>>(
    record: &mut dyn Record,
    mut members: A,
) -> Result<(), A::Error> {
    let shape = record.shape();
    let mut result = Ok(());
    record.fields_mut(&mut |inherited, own| {
        result = read_fields(shape, inherited, own, &mut members)
    });
    result
}

fn read_fields<'de, A: MapAccess<'de>>(
    shape: &'static Shape,
    inherited: &mut [&mut dyn Slot],
    own: &mut [&mut dyn Slot],
    members: &mut A,
) -> Result<(), A::Error> {
    let mut read = vec![false; inherited.len() + own.len()];
    let mut next = 0;
    while let Some(index) = members.next_key_seed(Name { shape, next })? {
        let Some(index) = index else {
            members.next_value::<IgnoredAny>()?;
            continue;
        };
        let (shape, name) = member(shape, index);
        if std::mem::replace(&mut read[index], true) {
            return Err(A::Error::duplicate_field(name));
        }
        let slot = slot(inherited, own, index);
        members.next_value_seed(Reader {
            is_optional: slot.is_optional(),
            is_strict: shape.is_strict(name),
            as_text: shape.texts.contains(&name),
            slot,
        })?;
        next = index + 1;
    }
    for index in (0..read.len()).filter(|index| !read[*index]) {
        let (shape, name) = member(shape, index);
        if !slot(inherited, own, index).is_optional() && !shape.lists.contains(&name) {
            return Err(A::Error::missing_field(name));
        }
    }
    Ok(())
}

fn slot<'a>(
    inherited: &'a mut [&mut dyn Slot],
    own: &'a mut [&mut dyn Slot],
    index: usize,
) -> &'a mut dyn Slot {
    let count = inherited.len();
    if index < count {
        &mut *inherited[index]
    } else {
        &mut *own[index - count]
    }
}

/// The shape that a member belongs to, and its name; those of the base come first.
fn member(shape: &'static Shape, index: usize) -> (&'static Shape, &'static str) {
    let base = shape.base.unwrap_or(shape);
    if index < base.members.len() {
        return (base, base.members[index]);
    }
    (shape, shape.members[index - base.members.len()])
}

/// Finds the member of a name.
struct Name {
    shape: &'static Shape,
    /// The member that is likely to be next, because most are written in order.
    next: usize,
}

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Option<usize>, D::Error> {
        json.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Option<usize>, E> {
        // As a table of CSV has them; what is no text is no name that is known.
        self.visit_str(&String::from_utf8_lossy(name))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Option<usize>, E> {
        let base = self.shape.base.map(|base| base.members).unwrap_or_default();
        let own = self.shape.members;
        let count = base.len() + own.len();
        let name_of = |index: usize| match base.get(index) {
            Some(name) => name,
            None => own[index - base.len()],
        };
        let mut order = (self.next..count).chain(0..self.next.min(count));
        match order.find(|index| name_of(*index) == name) {
            None if self.shape.is_closed => {
                let known = self.shape.base.unwrap_or(self.shape).members;
                Err(E::unknown_field(name, known))
            }
            found => Ok(found),
        }
    }
}

// --- Stored
/// JSON that is kept until it is known which class it is of.
enum Stored {
    Null,
    Flag(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    List(Vec<Stored>),
    Object(Vec<(String, Stored)>),
}

impl<'de> Deserialize<'de> for Stored {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(Storing)
    }
}

struct Storing;

impl<'de> Visitor<'de> for Storing {
    type Value = Stored;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Stored, E> {
        Ok(Stored::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Stored, E> {
        Ok(Stored::Flag(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Stored, E> {
        Ok(Stored::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Stored, E> {
        Ok(Stored::Unsigned(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Stored, E> {
        Ok(Stored::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Stored, E> {
        Ok(Stored::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Stored, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(Stored::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Stored, A::Error> {
        let mut object = Vec::new();
        while let Some(name) = members.next_key::<String>()? {
            if name == NUMERAL {
                let numeral = members.next_value::<Numeral>()?;
                return Ok(match numeral.number()? {
                    Json::Signed(value) => Stored::Signed(value),
                    Json::Unsigned(value) => Stored::Unsigned(value),
                    Json::Float(value) => Stored::Float(value),
                    _ => Stored::Null,
                });
            }
            object.push((name, members.next_value()?));
        }
        Ok(Stored::Object(object))
    }
}

/// What was kept, to be read as if it came now.
struct Replay<E>(Stored, PhantomData<E>);

impl<'de, E: Error> Deserializer<'de> for Replay<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Stored::Null => visitor.visit_unit(),
            Stored::Flag(value) => visitor.visit_bool(value),
            Stored::Signed(value) => visitor.visit_i64(value),
            Stored::Unsigned(value) => visitor.visit_u64(value),
            Stored::Float(value) => visitor.visit_f64(value),
            Stored::Text(value) => visitor.visit_string(value),
            Stored::List(values) => {
                let values = values.into_iter().map(|value| Replay(value, PhantomData));
                visitor.visit_seq(SeqDeserializer::new(values))
            }
            Stored::Object(members) => {
                let replay = |(name, value)| (name, Replay(value, PhantomData));
                visitor.visit_map(MapDeserializer::new(members.into_iter().map(replay)))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Stored::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<E: Error> IntoDeserializer<'_, E> for Replay<E> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The members of an object, of which the first are kept already.
struct Replayed<A> {
    stored: std::vec::IntoIter<(String, Stored)>,
    value: Option<Stored>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replayed<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.stored.next() {
            Some((name, value)) => {
                self.value = Some(value);
                let name = Replay(Stored::Text(name), PhantomData);
                seed.deserialize(name).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(Replay(value, PhantomData)),
            None => self.rest.next_value_seed(seed),
        }
    }
}

// --- write_record
/// Writes what there is of an object.
pub(super) fn write_record<S: Serializer>(record: &dyn Record, json: S) -> Result<S::Ok, S::Error> {
    let (mut json, mut result) = (Some(json), None);
    record.fields(&mut |inherited, own| {
        let written = json
            .take()
            .map(|json| write_fields(record.shape(), inherited, own, json));
        result = written;
    });
    result.unwrap_or_else(|| Err(serde::ser::Error::custom("has no fields")))
}

fn write_fields<S: Serializer>(
    shape: &'static Shape,
    inherited: &[&dyn Slot],
    own: &[&dyn Slot],
    json: S,
) -> Result<S::Ok, S::Error> {
    let slots = || inherited.iter().chain(own);
    let length = slots().filter(|slot| slot.written().is_some()).count();
    let mut object = json.serialize_struct(shape.name, length)?;
    for (index, slot) in slots().enumerate() {
        let (shape, name) = member(shape, index);
        match slot.written() {
            Some(value) => {
                let as_text = shape.texts.contains(&name);
                let value = Writer(value, as_text);
                SerializeStruct::serialize_field(&mut object, name, &value)?;
            }
            None => SerializeStruct::skip_field(&mut object, name)?,
        }
    }
    SerializeStruct::end(object)
}

// --- empty_body
/// A body of which nothing is given yet.
pub(super) fn empty_body<R: Shaped>() -> R {
    R::blank()
}

// --- assign
/// Gives a field another value, if there is one.
pub(super) fn assign<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

// --- Violations::members
impl Violations {
    /// Notes what the members of a record have to be by their kinds, and how many of them have values.
    pub(super) fn members(&mut self, record: &dyn Record) {
        let shape = record.shape();
        record.fields(&mut |_, own| {
            for (slot, name) in own.iter().zip(shape.members) {
                let form = shape.forms.iter().find(|(_, names)| names.contains(name));
                let is_quoted = shape.texts.contains(name);
                slot.see_faults(
                    form.map(|(form, _)| *form),
                    is_quoted,
                    &mut |index, rule| {
                        self.check(Place(name, index), false, rule);
                    },
                );
            }
            let count = |names: &[&str]| {
                let all = own.iter().zip(shape.members);
                let named = all.filter(|(_, name)| names.contains(*name));
                named.map(|(slot, _)| slot.count_values()).sum::<usize>()
            };
            for (is_required, names) in shape.choices {
                // A change need not hold the one that is there already.
                let (holds, rule) = if *is_required && !shape.is_change {
                    (count(names) == 1, Rule::ExactlyOne(names))
                } else {
                    (count(names) <= 1, Rule::AtMostOne(names))
                };
                self.check("", holds, rule);
            }
            for (least, most, names) in shape.totals {
                let sum = count(names);
                let is_enough = shape.is_change || sum >= *least;
                self.check("", is_enough, Rule::MinTotal(names, *least));
                self.check("", sum <= *most, Rule::MaxTotal(names, *most));
            }
        });
    }
}

/// The place of a value: a member, or an item of one.
#[derive(Clone, Copy)]
struct Place(&'static str, Option<usize>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place(name, None) => write!(f, "/{name}"),
            Place(name, Some(index)) => write!(f, "/{name}/{index}"),
        }
    }
}

// --- validate_objects
/// Checks the objects that stand in a record.
pub(super) fn validate_objects(violations: &mut Violations, record: &dyn Record) {
    let shape = record.shape();
    record.fields(&mut |_, own| {
        for (slot, name) in own.iter().zip(shape.members) {
            each_object(slot.written().as_ref(), &mut |index, object| {
                violations.include(Place(name, index), object.validate());
            });
        }
    });
}

/// Calls back for each object that stands in a member, with its place in the list.
fn each_object(member: Option<&Written<'_>>, see: &mut dyn FnMut(Option<usize>, &dyn Record)) {
    match member {
        Some(Written::Record(object)) => see(None, *object),
        Some(Written::List(items)) => {
            for index in 0..items.length() {
                if let Written::Record(object) = items.item(index) {
                    see(Some(index), object);
                }
            }
        }
        _ => {}
    }
}

// --- validate_related
/// Checks related objects, and that they agree with the keys by which they are related.
pub(super) fn validate_related(violations: &mut Violations, record: &dyn Record) {
    validate_objects(violations, record);
    let shape = record.shape();
    record.fields(&mut |base, own| {
        let members = shape.base.map(|base| base.members).unwrap_or_default();
        let field = |name: &str| members.iter().position(|member| *member == name);
        for ((slot, relation), key) in own.iter().zip(shape.members).zip(shape.keys) {
            let objects = slot.written();
            let Some(key_slot) = field(match key {
                Key::Own(name) => name,
                Key::Their(_) => "id",
            }) else {
                continue;
            };
            let keys = base[key_slot];
            match key {
                Key::Own(name) => own_key(violations, keys, (name, relation), objects.as_ref()),
                Key::Their(name) => their_key(violations, keys, (name, relation), objects.as_ref()),
            }
        }
    });
}

/// The key of a relation, and its name.
type Related = (&'static str, &'static str);

fn own_key(
    violations: &mut Violations,
    keys: &dyn Slot,
    (field, relation): Related,
    objects: Option<&Written<'_>>,
) {
    let list = keys.as_any().downcast_ref::<Vec<Uuid>>();
    let known: HashSet<&Uuid> = list.into_iter().flatten().collect();
    let mut ids = HashSet::new();
    each_object(objects, &mut |index, object| {
        let message = match index {
            None => "must be what is in the key beside it",
            Some(_) => "must be one of the keys beside it",
        };
        let path = Place(relation, index);
        let id = id_of(object);
        if list.is_some() {
            ids.extend(id);
        }
        let agrees = id.is_some_and(|id| match list {
            Some(_) => known.contains(&id),
            None => refers_to(keys, id),
        });
        violations.check(
            format_args!("{path}/id"),
            agrees,
            Rule::Inverse(field, relation, message),
        );
    });
    if let (Some(list), Some(Written::List(_))) = (list, objects) {
        let message = "must have an object for each of the keys beside it";
        let rule = Rule::Inverse(field, relation, message);
        let is_complete = list.iter().all(|key| ids.contains(key));
        violations.check(Place(relation, None), is_complete, rule);
    }
}

fn their_key(
    violations: &mut Violations,
    own: &dyn Slot,
    (field, relation): Related,
    objects: Option<&Written<'_>>,
) {
    let Some(id) = own.as_any().downcast_ref::<Uuid>() else {
        return;
    };
    each_object(objects, &mut |index, object| {
        let (mut agrees, names) = (true, object.shape().members);
        object.fields(&mut |_, fields| {
            let key = names.iter().position(|name| *name == field);
            agrees = key.is_none_or(|key| refers_to(fields[key], *id));
        });
        let message = "must be the id of the object that it stands in";
        let (path, rule) = (
            Place(relation, index),
            Rule::Inverse(field, relation, message),
        );
        violations.check(format_args!("{path}/{field}"), agrees, rule);
    });
}

fn id_of(object: &dyn Record) -> Option<Uuid> {
    let names = object.shape().members;
    let mut id = None;
    object.fields(&mut |_, fields| {
        let place = names.iter().position(|name| *name == "id");
        id = place.and_then(|place| fields[place].as_any().downcast_ref().copied());
    });
    id
}

/// Whether a field refers to an instance, alone or among others.
fn refers_to(field: &dyn Slot, id: Uuid) -> bool {
    let field = field.as_any();
    let is_one = field.downcast_ref::<Uuid>() == Some(&id);
    let is_optional = field.downcast_ref::<Option<Uuid>>() == Some(&Some(id));
    is_one
        || is_optional
        || field
            .downcast_ref::<Vec<Uuid>>()
            .is_some_and(|ids| ids.contains(&id))
}

// --- debug_record
/// Shows a record as `derive(Debug)` would.
pub(super) fn debug_record(record: &dyn Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let shape = record.shape();
    let mut shown = f.debug_struct(shape.name);
    record.fields(&mut |inherited, own| {
        for (index, slot) in inherited.iter().chain(own).enumerate() {
            shown.field(member(shape, index).1, slot);
        }
    });
    shown.finish()
}

// --- is_same_record
pub(super) fn is_same_record(one: &dyn Record, other: &dyn Record) -> bool {
    let mut is_same = true;
    one.fields(&mut |inherited, own| {
        other.fields(&mut |other_inherited, other_own| {
            let ours = inherited.iter().chain(own);
            let theirs = other_inherited.iter().chain(other_own);
            is_same = ours.zip(theirs).all(|(ours, theirs)| ours.is_same(*theirs));
        });
    });
    is_same
}

// --- copy_record
pub(super) fn copy_record<R: Shaped>(record: &R) -> R {
    let mut copy = R::blank();
    record.fields(&mut |inherited, own| {
        copy.fields_mut(&mut |inherited_copies, own_copies| {
            for (index, original) in inherited.iter().chain(own).enumerate() {
                slot(inherited_copies, own_copies, index).copy(*original);
            }
        });
    });
    copy
}

// --- record
/// Says which members a type has, each with its name in JSON; with that it is read and written by serde, copied, compared
/// and shown. A type that is made of another one has the members of that, too.
macro_rules! record {
    ($type:ident { $($field:ident: $member:literal,)* } $($option:tt)*) => {
        record!(@ $type, [$($field: $member,)*], [], [$($option)*]);
        super::validation::stored!($type);

        impl super::validation::Record for $type {
            fn shape(&self) -> &'static super::validation::Shape {
                <Self as super::validation::Shaped>::SHAPE
            }

            fn fields<'a>(&'a self, see: &mut super::validation::See<'_, 'a>) {
                see(&[], &[$(&self.$field),*]);
            }

            fn fields_mut(&mut self, see: &mut super::validation::SeeMut<'_>) {
                see(&mut [], &mut [$(&mut self.$field),*]);
            }
        }
    };
    ($type:ident: $base:ident { $($field:ident: $member:literal $whose:ident($key:literal),)* } of $parent:ty) => {
        record!(@ $type, [$($field: $member,)*], [$base], [.with(<$parent as super::validation::Shaped>::SHAPE, &[$(super::validation::Key::$whose($key)),*])]);

        impl super::validation::Record for $type {
            fn shape(&self) -> &'static super::validation::Shape {
                <Self as super::validation::Shaped>::SHAPE
            }

            fn fields<'a>(&'a self, see: &mut super::validation::See<'_, 'a>) {
                let own: &[&'a dyn super::validation::Slot] = &[$(&self.$field),*];
                super::validation::Record::fields(&self.$base, &mut |_, base| see(base, own));
            }

            fn fields_mut(&mut self, see: &mut super::validation::SeeMut<'_>) {
                let own: &mut [&mut dyn super::validation::Slot] = &mut [$(&mut self.$field),*];
                super::validation::Record::fields_mut(&mut self.$base, &mut |_, base| see(base, own));
            }
        }
    };
    (@ $type:ident, [$($field:ident: $member:literal,)*], [$($base:ident)?], [$($option:tt)*]) => {
        impl super::validation::Shaped for $type {
            const SHAPE: &'static super::validation::Shape =
                &super::validation::Shape::new(::std::stringify!($type), &[$($member),*])$($option)*;

            fn blank() -> Self {
                Self {
                    $($base: super::validation::Shaped::blank(),)?
                    $($field: super::validation::Field::blank(),)*
                }
            }
        }

        impl super::validation::Value for $type {
            const FORM: super::validation::Form = super::validation::Form::Object;
            const EXPECTED: &'static str = "an object";

            fn blank() -> Self {
                super::validation::Shaped::blank()
            }

            fn read(_: super::validation::Json<'_>) -> ::std::result::Result<Self, super::validation::Refusal> {
                ::std::result::Result::Err(super::validation::Refusal::Type)
            }

            fn write(&self) -> super::validation::Written<'_> {
                super::validation::Written::Record(self)
            }

            fn object(&mut self) -> ::std::option::Option<&mut dyn super::validation::Record> {
                ::std::option::Option::Some(self)
            }
        }

        impl ::std::clone::Clone for $type {
            fn clone(&self) -> Self {
                super::validation::copy_record(self)
            }
        }

        impl ::std::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                super::validation::debug_record(self, f)
            }
        }

        impl ::std::cmp::PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                super::validation::is_same_record(self, other)
            }
        }

        impl super::validation::Validate for $type {
            fn validate(
                &self,
            ) -> ::std::result::Result<(), ::std::vec::Vec<super::validation::Violation>> {
                <$type>::validate(self)
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, json: S) -> ::std::result::Result<S::Ok, S::Error> {
                super::validation::write_record(self, json)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(json: D) -> ::std::result::Result<Self, D::Error> {
                super::validation::read_record(json)
            }
        }
    };
}

pub(super) use record;

// --- enumeration
/// Says that a type is a list of values, and what is expected where none of them is found; with that it is shown, and read
/// and written by serde.
macro_rules! enumeration {
    ($type:ident, $expected:literal) => {
        impl super::validation::Value for $type {
            const FORM: super::validation::Form = super::validation::Form::Text;
            const EXPECTED: &'static str = $expected;

            fn blank() -> Self {
                Self::ALL[0]
            }

            fn read(
                json: super::validation::Json<'_>,
            ) -> ::std::result::Result<Self, super::validation::Refusal> {
                super::validation::from_text(json, |text| text.parse().ok())
            }

            fn write(&self) -> super::validation::Written<'_> {
                super::validation::Written::Text(self.as_str())
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = ::serde::de::value::Error;

            fn from_str(text: &str) -> ::std::result::Result<Self, ::serde::de::value::Error> {
                let mut all = Self::ALL.iter();
                let found = all.find(|value| value.as_str() == text);
                found.copied().ok_or_else(|| {
                    let found = ::serde::de::Unexpected::Str(text);
                    ::serde::de::Error::invalid_value(found, &$expected)
                })
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                json: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                json.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                json: D,
            ) -> ::std::result::Result<Self, D::Error> {
                super::validation::read_value(json)
            }
        }

        super::validation::stored_name!($type);
    };
}

pub(super) use enumeration;

// --- read_plain
pub(super) fn read_plain<T: Value>(json: Json<'_>) -> Result<T, Refusal> {
    T::read(json)
}

// --- write_plain
pub(super) fn write_plain<T: Value>(value: &T) -> Written<'_> {
    value.write()
}

// --- read_quoted
/// Reads a whole number that is a text in JSON.
pub(super) fn read_quoted<T: Value>(json: Json<'_>) -> Result<T, Refusal> {
    match json {
        Json::Text(text) => T::read(whole(text).ok_or(Refusal::Value)?),
        _ => Err(Refusal::Type),
    }
}

// --- write_quoted
/// Writes a whole number as a text.
pub(super) fn write_quoted<T: fmt::Display>(value: &T) -> Written<'_> {
    Written::Shown(value)
}

// --- one_of
/// Says of a type that holds a value of one of several types how each is read and written, in the order in which they are
/// tried, and which are taken only if they are valid.
macro_rules! one_of {
    ($type:ident { $($variant:ident($read:ident, $write:ident) $(if $is_valid:ident)?,)* }) => {
        impl $type {
            fn read(
                json: super::validation::Json<'_>,
            ) -> ::std::result::Result<Self, super::validation::Refusal> {
                $(
                    if let ::std::result::Result::Ok(value) = super::validation::$read(json) {
                        let found = Self::$variant(value);
                        if true $(&& found.$is_valid().is_ok())? {
                            return ::std::result::Result::Ok(found);
                        }
                    }
                )*
                ::std::result::Result::Err(super::validation::Refusal::Because(::std::concat!(
                    "data did not match any variant of untagged enum ",
                    ::std::stringify!($type)
                )))
            }

            fn write(&self) -> super::validation::Written<'_> {
                match self {
                    $(Self::$variant(value) => super::validation::$write(value),)*
                }
            }
        }

        impl super::validation::Value for $type {
            const FORM: super::validation::Form = super::validation::Form::Any;
            const EXPECTED: &'static str = "one of several types";

            fn blank() -> Self {
                super::validation::first_of([
                    $(|| Self::$variant(super::validation::Value::blank())),*
                ])
            }

            fn read(
                json: super::validation::Json<'_>,
            ) -> ::std::result::Result<Self, super::validation::Refusal> {
                Self::read(json)
            }

            fn write(&self) -> super::validation::Written<'_> {
                Self::write(self)
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                json: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                super::validation::write_value(self, json)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                json: D,
            ) -> ::std::result::Result<Self, D::Error> {
                super::validation::read_value(json)
            }
        }
    };
}

pub(super) use one_of;

// --- first_of
/// The blank value of the first of several types.
pub(super) fn first_of<T, const N: usize>(blanks: [fn() -> T; N]) -> T {
    blanks[0]()
}

// --- write_value
pub(super) fn write_value<T: Value, S: Serializer>(value: &T, json: S) -> Result<S::Ok, S::Error> {
    Writer(value.write(), false).serialize(json)
}

// --- any_of
/// Says of which classes an instance may be one of, each with its name, and which member tells it; with that it is read and
/// written by serde.
macro_rules! any_of {
    ($type:ident by $tag:literal { $($variant:ident($class:ty): $name:literal,)* }) => {
        impl $type {
            fn record(&self) -> &dyn super::validation::Record {
                match self {
                    $(Self::$variant(instance) => &**instance,)*
                }
            }

            fn record_mut(&mut self) -> &mut dyn super::validation::Record {
                match self {
                    $(Self::$variant(instance) => &mut **instance,)*
                }
            }

            /// Checks what the types leave open.
            ///
            /// # Errors
            ///
            /// All violations that there are, with their paths.
            pub fn validate(
                &self,
            ) -> ::std::result::Result<(), ::std::vec::Vec<super::validation::Violation>> {
                super::validation::Validate::validate(self)
            }
        }

        $(
            impl ::std::convert::From<$class> for $type {
                fn from(instance: $class) -> Self {
                    Self::$variant(::std::boxed::Box::new(instance))
                }
            }
        )*

        impl super::validation::Record for $type {
            fn shape(&self) -> &'static super::validation::Shape {
                self.record().shape()
            }

            fn fields<'a>(&'a self, see: &mut super::validation::See<'_, 'a>) {
                self.record().fields(see);
            }

            fn fields_mut(&mut self, see: &mut super::validation::SeeMut<'_>) {
                self.record_mut().fields_mut(see);
            }

            fn discriminator(&self) -> ::std::option::Option<&'static str> {
                ::std::option::Option::Some($tag)
            }

            fn choose(&mut self, class: &str) -> bool {
                *self = match class {
                    $($name => Self::$variant(super::validation::Value::blank()),)*
                    _ => return false,
                };
                true
            }
        }

        impl super::validation::Validate for $type {
            fn validate(
                &self,
            ) -> ::std::result::Result<(), ::std::vec::Vec<super::validation::Violation>> {
                self.record().validate()
            }
        }

        impl super::validation::Value for $type {
            const FORM: super::validation::Form = super::validation::Form::Object;
            const EXPECTED: &'static str = "an object";

            fn blank() -> Self {
                super::validation::first_of([
                    $(|| Self::$variant(super::validation::Value::blank())),*
                ])
            }

            fn read(
                _: super::validation::Json<'_>,
            ) -> ::std::result::Result<Self, super::validation::Refusal> {
                ::std::result::Result::Err(super::validation::Refusal::Type)
            }

            fn write(&self) -> super::validation::Written<'_> {
                super::validation::Written::Record(self)
            }

            fn object(&mut self) -> ::std::option::Option<&mut dyn super::validation::Record> {
                ::std::option::Option::Some(self)
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                json: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                super::validation::write_record(self, json)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                json: D,
            ) -> ::std::result::Result<Self, D::Error> {
                super::validation::read_value(json)
            }
        }
    };
}

pub(super) use any_of;

// --- Value for Box
impl<T: Value> Value for Box<T> {
    const FORM: Form = T::FORM;
    const EXPECTED: &'static str = T::EXPECTED;

    fn blank() -> Self {
        Box::new(T::blank())
    }

    fn read(json: Json<'_>) -> Result<Self, Refusal> {
        T::read(json).map(Box::new)
    }

    fn write(&self) -> Written<'_> {
        T::write(self)
    }

    fn object(&mut self) -> Option<&mut dyn Record> {
        T::object(self)
    }
}
