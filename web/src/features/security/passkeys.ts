/*
 * Passkeys by the browser's own API (WebAuthn level 2). The server speaks JSON, with base64url for bytes; browsers before 2024
 * do not convert it themselves.
 */

import { isNative } from '@/platform/native';

type Json = Record<string, unknown>;

function bytesOf(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

interface Listed {
  id: string;
}

const listed = (credentials: unknown) =>
  ((credentials ?? []) as Listed[]).map((each) => ({ ...each, id: bytesOf(each.id) }) as PublicKeyCredentialDescriptor);

/** Whether this browser has passkeys here: they belong to a name, never to a bare address, and not to the app of a phone. */
export const hasPasskeys = () =>
  !isNative() && 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|:/.test(window.location.hostname);

/** Why there is no passkey: the user or the browser ended it, or it is there already. */
export class NoPasskey extends Error {}

/** Asks for a credential. Rejects with `NoPasskey`. */
async function credentialOf(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asked.catch(() => null);
  if (!credential) throw new NoPasskey();
  return credential as PublicKeyCredential;
}

const answerOf = ({ id, rawId, type }: PublicKeyCredential, response: Json): Json => ({
  id,
  rawId: textOf(rawId),
  type,
  response,
  clientExtensionResults: {},
});

/** Makes a passkey. Rejects with `NoPasskey`. */
export async function makePasskey(options: Json): Promise<Json> {
  const user = options['user'] as Json;
  const publicKey = {
    ...options,
    challenge: bytesOf(options['challenge'] as string),
    user: { ...user, id: bytesOf(user['id'] as string) },
    excludeCredentials: listed(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = await credentialOf(navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse;
  return answerOf(credential, { clientDataJSON: textOf(clientDataJSON), attestationObject: textOf(attestationObject) });
}

/** Asks for a passkey. Rejects with `NoPasskey`. */
export async function askForPasskey(options: Json): Promise<Json> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options['challenge'] as string),
    allowCredentials: listed(options['allowCredentials']),
  } as PublicKeyCredentialRequestOptions;
  const credential = await credentialOf(navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response as AuthenticatorAssertionResponse;
  return answerOf(credential, {
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    userHandle: userHandle ? textOf(userHandle) : null,
  });
}
