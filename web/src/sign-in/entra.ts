/**
 * Signing in with Microsoft Entra ID: by going there and coming back with a code (PKCE), and from
 * then on by renewing unseen. Tokens are in this tab's session storage, where MSAL keeps them. Loaded
 * only where the server wants it.
 */

import {
  AuthError,
  CacheLookupPolicy,
  PublicClientApplication,
  type AccountInfo,
} from "@azure/msal-browser";

import { Refused, Unreachable, bring } from "../api/http";
import type { SignInWith } from "../api/schema";
import { tell } from "./standing";

const OVER = "Your sign-in is over. Sign in again to go on; nothing was lost.";
const NETWORK = ["no_network_connectivity", "get_request_failed", "post_request_failed", "network_error"];

export async function begin(way: SignInWith): Promise<void> {
  const app = new PublicClientApplication({
    auth: {
      clientId: way.client_id,
      authority: way.authority,
      // the server names it, so nobody has to be asked whether there is such an authority
      knownAuthorities: [new URL(way.authority).host],
      redirectUri: location.origin,
      postLogoutRedirectUri: location.origin,
    },
    cache: { cacheLocation: "sessionStorage" },
  });
  await app.initialize();
  const scopes = [way.scope];

  const out = (why: string) =>
    tell({
      at: "out",
      with: "account",
      why,
      enter: () => app.loginRedirect({ scopes, prompt: "select_account" }),
    });

  /** Let somebody in: from now on their token goes with each request. */
  const admit = (account: AccountInfo) => {
    bring({
      token: (anew) => token(app, account, scopes, out, anew),
      refused: (why) => out(why.message),
    });
    tell({
      at: "in",
      name: account.name || account.username,
      leave: () => app.logoutRedirect({ account }),
    });
  };

  try {
    const back = await app.handleRedirectPromise();
    const account = back?.account ?? app.getAllAccounts()[0];
    if (account === undefined) out("");
    else admit(account);
  } catch (error) {
    out(error instanceof AuthError ? error.errorMessage || error.errorCode : OVER);
  }
}

async function token(
  app: PublicClientApplication,
  account: AccountInfo,
  scopes: string[],
  out: (why: string) => void,
  anew?: Refused,
): Promise<string> {
  const claims = anew?.claims ? { claims: anew.claims } : {};
  try {
    const given = await app.acquireTokenSilent({
      account,
      scopes,
      ...claims,
      // no hidden frames: browsers keep their cookies from them
      cacheLookupPolicy:
        anew === undefined
          ? CacheLookupPolicy.AccessTokenAndRefreshToken
          : CacheLookupPolicy.RefreshToken,
    });
    return given.accessToken;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (NETWORK.includes(error.errorCode)) throw new Unreachable();
    if (anew?.claims) {
      await app.acquireTokenRedirect({ account, scopes, ...claims }); // goes there, and comes back
      return await new Promise<never>(() => undefined);
    }
    out(OVER);
    throw new Refused(401, "signed_out", OVER);
  }
}
