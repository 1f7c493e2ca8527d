export { type Answer, type Answers, answerTo, declared, enforced, Ledger, nothing } from './answers.ts';
export { defineTarget } from './define.ts';
export { deletionNotes } from './deletion.ts';
export { describing } from './describing.ts';
export { belowMicrosecond, parsedBeforeSeen } from './differences.ts';
export { gapOf, inWords } from './gaps.ts';
export { Gathering } from './gathering.ts';
export { printingOf } from './printing.ts';
export { isSameSketch, type Reader, type Sketch, sketchOf, watchTexts } from './sketch.ts';
