/** Creates the first settings of a project. */

export { lookAround, type Suggested, type Surroundings, settingsBelow, shapesOf } from './detect-project.ts';
export { domainBlock, type NewSettings, settingsText, writeSettings } from './write.ts';
