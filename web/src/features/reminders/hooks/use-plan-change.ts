import { asFailure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useUpdateReminderPlanMutation, type ReminderPlanUpdate } from '../api';

/** A choice that takes effect at once. `problem` stands beside its field. */
export function usePlanChange(field: keyof ReminderPlanUpdate) {
  const { t } = useTranslation('reminders');
  const [update, { isLoading, error }] = useUpdateReminderPlanMutation();
  const failure = error ? asFailure(error) : null;
  const change = async (wanted: ReminderPlanUpdate): Promise<void> => {
    const answer = await update(wanted);
    if (!answer.error) toast.done(t('saved'));
  };
  return { change, isSaving: isLoading, problem: failure ? (failure.iv_msg[field] ?? failure.main_msg) : null };
}
