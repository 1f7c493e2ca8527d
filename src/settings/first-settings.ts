/** Creates the first settings of a project. */

export { detectProject, type Suggested, type Surroundings, settingsBelow, shapesOf } from './detect-project.ts';
export { domainBlock, type NewSettings, settingsText, writeSettings } from './write.ts';
