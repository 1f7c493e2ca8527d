/** Creates the first settings of a project. */

export { type DetectedProject, detectProject, findNestedSettings, type SuggestedOutput, shapesOf } from './detect-project.ts';
export { domainBlock, type NewSettings, settingsText, writeSettings } from './write.ts';
