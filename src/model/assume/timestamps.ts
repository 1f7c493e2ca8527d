/** Recognizes by their names the fields for times that the server sets, such as the creation and the last update of a record. */

/** Words in the names of fields for events of a record. */
const CREATED: ReadonlySet<string> = new Set(['created']);
const UPDATED: ReadonlySet<string> = new Set(['updated', 'modified']);
const OTHERS = ['added', 'inserted', 'registered', 'joined', 'published', 'posted', 'submitted', 'recorded', 'enrolled'];
const eventNames: ReadonlySet<string> = new Set([...CREATED, ...UPDATED, ...OTHERS]);

/** Returns the event in a name, such as `created` in `created_at` and `date_created`; undefined if none exists. */
function eventOf(name: string): string | undefined {
  const words = name.replace(/^(date|time)_/, '').replace(/_(at|on|time|date)$/, '');
  return eventNames.has(words) ? words : undefined;
}

/** Returns whether a name describes the time of an event of the record. */
export function isRecordTimestamp(name: string): boolean {
  return eventOf(name) !== undefined;
}

/** Returns how the server maintains the time; undefined if clients may write it. */
export function managedBy(name: string): 'created' | 'updated' | undefined {
  const event = eventOf(name);
  if (event === undefined) return undefined;
  return CREATED.has(event) ? 'created' : UPDATED.has(event) ? 'updated' : undefined;
}
