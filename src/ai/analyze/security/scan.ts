import type { TextPosition } from '../finding.ts';
import type { LanguageName } from '../languages.ts';
import type { RuleId } from '../rules.ts';

/** A file to scan. */
export interface ScannedFile {
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
  readonly isTest: boolean;
  /** Returns the line and column of an index in the text. */
  spot(index: number): TextPosition;
}

/** Callback for findings. */
export type OnFinding = (rule: RuleId, at: TextPosition, message?: string) => void;
