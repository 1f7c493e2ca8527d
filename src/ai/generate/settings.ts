/** Reads which model to ask, and how, from flags and environment variables. */

import { fail } from '../../diagnostics/index.ts';

export const providers = ['offline', 'openai-compatible', 'anthropic', 'ollama'] as const;

export type Provider = (typeof providers)[number];

/** Command-line flags. They take precedence over environment variables. */
export interface Flags {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly timeout?: string | undefined;
}

export interface ModelSettings {
  readonly provider: Exclude<Provider, 'offline'>;
  readonly model: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** A secret: only the request may contain it. */
  readonly key: string | undefined;
  /** Maximum silence of the model, before its first word and between any two parts. */
  readonly timeoutSeconds: number;
}

/** The key is read even when no model is used, so that it can be removed from the output. */
export type Settings = { readonly provider: 'offline'; readonly key: string | undefined } | ModelSettings;

const TIMEOUT_SECONDS = 120;

/** The maximum delay of Node.js timers, in seconds. */
const LARGEST_TIMEOUT = Math.floor((2 ** 31 - 1) / 1000);

/** Default base URLs. A server that is only compatible can be anywhere, so it has no default. */
const addresses: Readonly<Record<ModelSettings['provider'], string | undefined>> = {
  'openai-compatible': undefined,
  anthropic: 'https://api.anthropic.com/v1',
  // Ollama's endpoint for the OpenAI protocol: https://docs.ollama.com/api/openai-compatibility
  ollama: 'http://localhost:11434/v1',
};

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws DiagnosticError if they are incomplete or invalid.
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
    baseUrl: readAddress(address, key, env['CODEGEN_ALLOW_HTTP']),
    key,
    timeoutSeconds: readTimeout(value(flags.timeout, 'CODEGEN_AI_TIMEOUT')),
  };
}

/** Checks the base URL. Messages show it, so it must not contain a secret. */
function readAddress(address: string, key: string | undefined, allowedHosts = ''): string {
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
  const isLocal = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname);
  if (
    key !== undefined &&
    url.protocol === 'http:' &&
    !isLocal &&
    !allowedHosts.split(',').some((each) => each.trim() === url.host)
  )
    fail('usage', {
      message: `${url.host} is reached by plain HTTP, on which others can read the key`,
      help: `use https, or allow it: CODEGEN_ALLOW_HTTP=${url.host}`,
    });
  return url.href.replace(/(?<!\/)\/+$/, '');
}

function readKey(value: string | undefined): string | undefined {
  const key = value?.trim();
  if (!key) return undefined;
  // HTTP headers accept no other characters, and fetch would quote the key in its error.
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
