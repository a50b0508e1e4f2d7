import { createContext, use } from 'react';

/** The token of a guest's mailed link, for all calls below this provider; undefined for accounts. */
export const LinkTokenContext = createContext<string | undefined>(undefined);

export const useLinkToken = (): { token?: string } => {
  const token = use(LinkTokenContext);
  return token ? { token } : {};
};
