import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '@/routing';

const CONVERSATION = 'conversation';
const WITH = 'with';

interface FromList {
  fromList?: boolean;
}

/** Which conversation the address names: by its id, or by the other side's id. */
export function useConversationParams() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const fromList = (useLocation().state as FromList | null)?.fromList ?? false;
  const conversationId = params.get(CONVERSATION) ?? '';
  return {
    conversationId,
    wantedOwner: conversationId ? '' : (params.get(WITH) ?? ''),
    /** Back to the list; a step back in the history if the user came from there. */
    back: () => void (fromList ? navigate(-1) : navigate(paths.message, { replace: true })),
    /** Replaces a conversation that no longer exists by the list. */
    leave: () => void navigate(paths.message, { replace: true }),
    /** Replaces the address by the conversation's own. */
    settle: (id: string) => void navigate(`${paths.message}?${new URLSearchParams({ [CONVERSATION]: id })}`, { replace: true }),
  };
}

/** The props of a link in the list, so that Back returns to the list. */
export const conversationLink = (conversationId: string) => ({
  to: { pathname: paths.message, search: `?${new URLSearchParams({ [CONVERSATION]: conversationId })}` },
  state: { fromList: true } satisfies FromList,
});
