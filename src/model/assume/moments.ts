/**
 * The times that a record is given by the machine, told by their names: when it came to be, and when it was changed last.
 */

/** What a name says that happened to the record. */
const CREATED: ReadonlySet<string> = new Set(['created']);
const UPDATED: ReadonlySet<string> = new Set(['updated', 'modified']);
const OTHERS = ['added', 'inserted', 'registered', 'joined', 'published', 'posted', 'submitted', 'recorded', 'enrolled'];
const happenings: ReadonlySet<string> = new Set([...CREATED, ...UPDATED, ...OTHERS]);

/** `created` of `created_at` and `date_created`; undefined if the name says nothing of the kind. */
function happeningOf(name: string): string | undefined {
  const words = name.replace(/^(date|time)_/, '').replace(/_(at|on|time|date)$/, '');
  return happenings.has(words) ? words : undefined;
}

/** Whether a name says that the record came to be, or was changed, at that time. */
export function isOfRecord(name: string): boolean {
  return happeningOf(name) !== undefined;
}

/** Whether clients never write such a time, and what the machine does with it. */
export function managedBy(name: string): 'created' | 'updated' | undefined {
  const happening = happeningOf(name);
  if (happening === undefined) return undefined;
  return CREATED.has(happening) ? 'created' : UPDATED.has(happening) ? 'updated' : undefined;
}
