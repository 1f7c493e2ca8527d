import type { TextPosition } from '../finding.ts';
import type { LanguageName } from '../languages.ts';
import type { RuleId } from '../rules.ts';

export interface ScannedFile {
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
  readonly isTest: boolean;
  /** Returns the line and column of an index in the text. */
  positionOf(index: number): TextPosition;
}

export type OnFinding = (rule: RuleId, at: TextPosition, message?: string) => void;
