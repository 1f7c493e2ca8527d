/** Python names, and escapes for names of the model that collide with them. */

import { WINDOWS_DEVICE_NAME } from '../text/index.ts';

/** Python language reference, section 2.3.1 (keywords). Soft keywords need no escape: `match: str` is a valid field. */
const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Members of `BaseModel` and its metaclass. Pydantic warns about a field that hides one, or rejects it. */
const baseModelMembers: ReadonlySet<string> = new Set(
  (
    'construct copy dict from_orm json model_apply model_computed_fields model_config model_construct model_copy model_dump ' +
    'model_dump_json model_extra model_fields model_fields_set model_json_schema model_parametrized_name ' +
    'model_post_init model_rebuild model_validate model_validate_json model_validate_strings mro parse_file parse_obj ' +
    'parse_raw register schema schema_json update_forward_refs validate'
  ).split(' '),
);

/**
 * Names that class bodies use. Annotations and defaults are resolved among the fields first, so `str: str` would change the
 * meaning of `str` in the lines below.
 */
const usedInBodies: ReadonlySet<string> = new Set('bool dt float int list str updated_now utc_now uuid4'.split(' '));

/** Names that attributes must not have. */
const reservedAttributes: ReadonlySet<string> = new Set([...keywords, ...baseModelMembers, ...usedInBodies]);

/** Built-in names that a class may have; see {@link isBuiltin}. */
const builtinClasses: ReadonlySet<string> = new Set(
  (
    'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError ' +
    'BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ' +
    'ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ' +
    'ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ' +
    'ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError ' +
    'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented ' +
    'NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError ' +
    'PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning ' +
    'StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError ' +
    'TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError ' +
    'UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError'
  ).split(' '),
);

/**
 * Returns the attribute for a wire name. An invalid name gets an underscore (PEP 8), and so does a name that would then collide
 * with it: `class` becomes `class_`, and `class_` becomes `class__`.
 */
export function attributeName(jsonName: string): string {
  const bare = jsonName.endsWith('_') ? jsonName.replace(/(?<!_)_+$/, '') : jsonName;
  return reservedAttributes.has(bare) ? `${jsonName}_` : jsonName;
}

/** Checks whether Pydantic warns about the prefix of an attribute, which `protected_namespaces` can allow. */
export function isProtected(attribute: string): boolean {
  return attribute.startsWith('model_validate') || attribute.startsWith('model_dump');
}

/** Returns the Python name of a class, a relationship model or another type; only `False`, `None` and `True` change. */
export function className(name: string): string {
  return keywords.has(name) ? `${name}_` : name;
}

/** Returns the name of an enumeration's member. In capitals, it collides with no keyword and no member of `str` or `Enum`. */
export function memberName(name: string): string {
  return name.toUpperCase();
}

/**
 * Returns the module of a class, enumeration or union, which is also its file name without extension. Modules are attributes of
 * their package: one called `list` would hide the type in forward references, which are resolved in the package.
 */
export function moduleName(slug: string): string {
  return keywords.has(slug) || WINDOWS_DEVICE_NAME.test(slug) || slug === 'list' ? `${slug}_` : slug;
}

/**
 * Checks whether Python has a built-in with this name. A forward reference with the name would resolve to the built-in before
 * the class is known.
 */
export function isBuiltin(name: string): boolean {
  return builtinClasses.has(name);
}
