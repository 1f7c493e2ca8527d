import { DiagnosticError, type Place } from '../diagnostics/index.ts';
import type { Output, Settings } from '../settings/index.ts';
import type { Target } from '../targets/index.ts';
import { applyOptions, loadTemplate } from '../templates/index.ts';
import { requireTrustedModule } from './settings-trust.ts';

/** Loads the template of an output. Errors get the location in the settings that names the template or its options. */
export async function targetOf({ template, options, templatePlace, optionsPlace }: Output, settings: Settings): Promise<Target> {
  let target: Target;
  try {
    target = await loadTemplate(template, { requireTrust: (file) => requireTrustedModule(settings, file, templatePlace) });
  } catch (error) {
    throw addSettingsPlace(error, templatePlace, settings);
  }
  try {
    return await applyOptions(target, options);
  } catch (error) {
    throw addSettingsPlace(error, optionsPlace, settings);
  }
}

function addSettingsPlace(error: unknown, place: Place, { lineAt }: Settings): unknown {
  if (!(error instanceof DiagnosticError)) return error;
  const source = lineAt(place);
  return new DiagnosticError(
    ...error.diagnostics.map((d) => (d.place ? d : { ...d, place, exit: 1 as const, ...(source !== undefined && { source }) })),
  );
}
