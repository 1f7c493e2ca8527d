/** Formats source locations for readers of the site: `blog.ttl:12:3`, without the folder of the ontology. */

import { formatPlace, type Place } from '../diagnostics/index.ts';

export type Show = (place: Place) => string;

/**
 * Returns a formatter that shows files relative to the folder of the ontology: readers do not need the absolute path, and the
 * site must not depend on it.
 *
 * @param file the path of the ontology, as the user gave it
 */
export function relativeLocations(file: string): Show {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return (place) => formatPlace(place.file.startsWith(folder) ? { ...place, file: place.file.slice(folder.length) } : place);
}
