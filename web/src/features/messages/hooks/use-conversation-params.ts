import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '@/routing';

const CONVERSATION = 'conversation';
const WITH = 'with';

interface FromList {
  fromList?: boolean;
}

/** Which conversation the address names: by its id, or by whom it is with. */
export function useConversationParams() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const fromList = (useLocation().state as FromList | null)?.fromList ?? false;
  const conversationId = params.get(CONVERSATION) ?? '';
  return {
    conversationId,
    wantedOwner: conversationId ? '' : (params.get(WITH) ?? ''),
    /** Back to the list: by the step that led here, where there was one. */
    back: () => void (fromList ? navigate(-1) : navigate(paths.message, { replace: true })),
    /** The list in the place of a conversation that is gone. */
    leave: () => void navigate(paths.message, { replace: true }),
    /** The same conversation under its own address. */
    settle: (id: string) => void navigate(`${paths.message}?${new URLSearchParams({ [CONVERSATION]: id })}`, { replace: true }),
  };
}

/** What a link in the list needs, so that Back leads to the list again. */
export const conversationLink = (conversationId: string) => ({
  to: { pathname: paths.message, search: `?${new URLSearchParams({ [CONVERSATION]: conversationId })}` },
  state: { fromList: true } satisfies FromList,
});
