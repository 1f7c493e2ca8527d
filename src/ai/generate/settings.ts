/** Which model to ask, and how: flags and environment in, settings out. */

import { fail } from '../../diagnostics/index.ts';

export const providers = ['offline', 'openai-compatible', 'anthropic', 'ollama'] as const;

export type Provider = (typeof providers)[number];

/** The flags, which go before the environment. */
export interface Flags {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly timeout?: string | undefined;
}

export interface ModelSettings {
  readonly provider: Exclude<Provider, 'offline'>;
  readonly model: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** A secret: it goes into the request, and nowhere else. */
  readonly key: string | undefined;
  /** How long the model may be silent, before its first word and between any two. */
  readonly timeoutSeconds: number;
}

/** Even where no model is used, the key is known, so that it can be kept out of what is printed. */
export type Settings = { readonly provider: 'offline'; readonly key: string | undefined } | ModelSettings;

const TIMEOUT_SECONDS = 120;

/** The longest time that timers take. */
const LARGEST_TIMEOUT = Math.floor((2 ** 31 - 1) / 1000);

/** Where a provider is found unless it is said otherwise; an endpoint that is merely compatible can be anywhere. */
const addresses: Readonly<Record<ModelSettings['provider'], string | undefined>> = {
  'openai-compatible': undefined,
  anthropic: 'https://api.anthropic.com/v1',
  // The endpoint that speaks OpenAI's protocol: https://docs.ollama.com/api/openai-compatibility
  ollama: 'http://localhost:11434/v1',
};

/**
 * Reads the settings. An empty variable counts as none.
 *
 * @throws DiagnosticError if they are incomplete or make no sense.
 */
export function readSettings(flags: Flags, env: Readonly<Record<string, string | undefined>>): Settings {
  const value = (flag: string | undefined, variable: string) => flag ?? (env[variable]?.trim() || undefined);
  const name = value(flags.provider, 'CODEGEN_AI_PROVIDER') ?? 'offline';
  const provider = providers.find((each) => each === name);
  if (provider === undefined) {
    fail('usage', { message: `"${name}" is not a known provider`, help: `the providers are ${providers.join(', ')}` });
  }
  if (provider === 'offline') return { provider, key: value(undefined, 'CODEGEN_AI_API_KEY') };
  const model = value(flags.model, 'CODEGEN_AI_MODEL');
  if (!model) {
    fail('usage', {
      message: `no model is named for the provider ${provider}`,
      help: 'set CODEGEN_AI_MODEL, or give --model <name>',
    });
  }
  const address = value(flags.baseUrl, 'CODEGEN_AI_BASE_URL') ?? addresses[provider];
  if (!address) {
    fail('usage', {
      message: `no address is given for the provider ${provider}`,
      help: 'set CODEGEN_AI_BASE_URL, or give --base-url, such as https://api.openai.com/v1',
    });
  }
  const key = readKey(env['CODEGEN_AI_API_KEY']);
  if (key === undefined && provider === 'anthropic') {
    fail('usage', { message: 'the provider anthropic wants a key', help: 'set CODEGEN_AI_API_KEY' });
  }
  return {
    provider,
    model,
    baseUrl: readAddress(address),
    key,
    timeoutSeconds: readTimeout(value(flags.timeout, 'CODEGEN_AI_TIMEOUT')),
  };
}

/** The address is shown in messages, so there must be no secret in it. */
function readAddress(address: string): string {
  const help = 'an address looks like https://api.example.com/v1';
  if (!URL.canParse(address)) fail('usage', { message: 'the address of the model is not a URL', help });
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    fail('usage', { message: 'the address of the model does not begin with http:// or https://', help });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    fail('usage', {
      message: 'the address of the model has a user, a query or a fragment in it',
      help: 'a key belongs in CODEGEN_AI_API_KEY',
    });
  }
  return url.href.replace(/(?<!\/)\/+$/, '');
}

function readKey(value: string | undefined): string | undefined {
  const key = value?.trim();
  if (!key) return undefined;
  // An HTTP header takes nothing else, and the error that says so would quote it.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    fail('usage', {
      message: 'CODEGEN_AI_API_KEY is not a valid key: it contains blanks, control characters or non-ASCII letters',
      help: 'copy the key again, without anything around it',
    });
  }
  return key;
}

function readTimeout(value: string | undefined): number {
  if (value === undefined) return TIMEOUT_SECONDS;
  const seconds = Number(value);
  if (!(seconds > 0 && seconds <= LARGEST_TIMEOUT)) {
    fail('usage', { message: `"${value}" is not a time limit`, help: 'give the seconds, such as 30' });
  }
  return seconds;
}
