import { formatPlace, type Place } from '../diagnostics/index.ts';

/** A place as pages show it. */
export type Show = (place: Place) => string;

/**
 * Shows places with files as they are seen from the folder of the ontology: where that stands on a disk is no concern of
 * those who read the site, and would make it another one in another folder.
 *
 * @param file the path of the ontology, as the user gave it
 */
export function placesBeside(file: string): Show {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return (place) => formatPlace(place.file.startsWith(folder) ? { ...place, file: place.file.slice(folder.length) } : place);
}
