import { createContext, use } from 'react';

/** The token of a guest's mailed link, for every call made under it; undefined for an account. */
export const LinkTokenContext = createContext<string | undefined>(undefined);

export const useLinkToken = (): { token?: string } => {
  const token = use(LinkTokenContext);
  return token ? { token } : {};
};
