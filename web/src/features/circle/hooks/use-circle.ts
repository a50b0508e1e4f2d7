import { useDispatch } from 'react-redux';
import { useCircleAndBlocks, useSession } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { showInCircle, useAddNewInterestMutation, useRemoveExistingInterestMutation, useUpdateTrustStatusMutation } from '../api';

/** What the viewer may do with a provider and the circle. Nothing for guests and on their own page (product.md 3.5). */
export function useCircle(providerId: string) {
  const { t } = useTranslation('circle');
  const dispatch = useDispatch();
  const { isAuthenticated, ownerId } = useSession();
  const { known, isUnknown, isFetching, retry } = useCircleAndBlocks();
  const [add, adding] = useAddNewInterestMutation();
  const [remove, removing] = useRemoveExistingInterestMutation();
  const [update, updating] = useUpdateTrustStatusMutation();
  const interest = known?.interest_info.find(({ provider_id }) => provider_id === providerId);
  const provider = { iv_provider_id: providerId };
  /** Adds or removes. A failure is silent, and the control becomes ready again. */
  const toggle = async () => {
    const { error } = await (interest ? remove(provider) : add(provider));
    if (error) return;
    showInCircle(dispatch, providerId, interest ? 'removed' : 'added').confirm();
    toast.done(t(interest ? 'removed' : 'added'));
  };
  const setTrusted = async (trusted: boolean) => {
    const shown = showInCircle(dispatch, providerId, trusted ? 'trusted' : 'distrusted');
    const { error } = await update({ ...provider, iv_trusted: trusted ? 'yes' : 'no' });
    if (error) shown.revert();
    else shown.confirm();
  };
  return {
    may: isAuthenticated && known !== undefined && providerId !== ownerId,
    /** Whether the provider is in the circle could not be fetched. */
    isUnknown: isUnknown && providerId !== ownerId,
    retry,
    inCircle: interest !== undefined,
    trusted: interest?.trusted ?? false,
    busy: adding.isLoading || removing.isLoading || (isUnknown && isFetching),
    trusting: updating.isLoading,
    toggle,
    setTrusted,
  };
}

export type InCircle = ReturnType<typeof useCircle>;
