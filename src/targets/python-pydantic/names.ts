/** Names of Python, and how those of the model that meet them are escaped. */

/** Python language reference, section 2.3.1 (keywords). Soft keywords are no trouble: `match: str` is a field. */
const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Members of `BaseModel` and its metaclass. Pydantic warns of a field that hides one, or refuses it. */
const baseModelMembers: ReadonlySet<string> = new Set(
  (
    'construct copy dict from_orm json model_apply model_computed_fields model_config model_construct model_copy model_dump ' +
    'model_dump_json model_extra model_fields model_fields_set model_json_schema model_parametrized_name ' +
    'model_post_init model_rebuild model_validate model_validate_json model_validate_strings mro parse_file parse_obj ' +
    'parse_raw register schema schema_json update_forward_refs validate'
  ).split(' '),
);

/**
 * Names that the body of a class uses: its annotations and defaults are looked up among the fields
 * first, so `str: str` would change what `str` means in the lines below it.
 */
const usedInBodies: ReadonlySet<string> = new Set([
  'bool',
  'dt',
  'float',
  'int',
  'list',
  'str',
  'updated_now',
  'utc_now',
  'uuid4',
]);

/** Names that no attribute has. */
const escaped: ReadonlySet<string> = new Set([...keywords, ...baseModelMembers, ...usedInBodies]);

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

/** Files that Windows takes for devices, whatever their extension ("Naming Files, Paths, and Namespaces"). */
const deviceNames = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * The attribute for a wire name. A name that cannot be an attribute gets an underscore (PEP 8), and so
 * does one that would then meet it: `class` is `class_`, and `class_` is `class__`.
 */
export function attributeName(wireName: string): string {
  const bare = wireName.endsWith('_') ? wireName.replace(/(?<!_)_+$/, '') : wireName;
  return escaped.has(bare) ? `${wireName}_` : wireName;
}

/** Whether Pydantic warns of an attribute for its beginning; its configuration can allow them (`protected_namespaces`). */
export function isProtected(attribute: string): boolean {
  return attribute.startsWith('model_validate') || attribute.startsWith('model_dump');
}

/** The Python name of a class, of its relationship model, or of another type; only `False`, `None` and `True` differ. */
export function className(name: string): string {
  return keywords.has(name) ? `${name}_` : name;
}

/** The member of an enumeration. In capitals, it meets neither a keyword nor a member of `str` or `Enum`. */
export function memberName(name: string): string {
  return name.toUpperCase();
}

/**
 * The module of a class, an enumeration or a union, which is also its file without the extension. A package has its modules as
 * attributes: one called `list` would hide the type in forward references, which are resolved in the package.
 */
export function moduleName(slug: string): string {
  return keywords.has(slug) || deviceNames.test(slug) || slug === 'list' ? `${slug}_` : slug;
}

/**
 * Whether Python itself has something of this name. A forward reference by it would be resolved to
 * that before the class is known.
 */
export function isBuiltin(name: string): boolean {
  return builtinClasses.has(name);
}
