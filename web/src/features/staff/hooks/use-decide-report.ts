import { useState, type FormEvent } from 'react';
import { useCallForm } from '@/forms';
import { useStaffDecideReportMutation, type Action } from '../api';

/** Decides a report. A suspension asks for confirmation. */
export function useDecideReport(reportId: string) {
  const [decide] = useStaffDecideReportMutation();
  const [mustConfirm, setMustConfirm] = useState(false);
  const form = useCallForm({
    call: 'staff_decide_report',
    initial: { iv_action: '', iv_note: '' },
    send: ({ iv_action, iv_note }) => decide({ iv_report_id: reportId, iv_action: iv_action as Action, iv_note }).unwrap(),
  });
  const asking = mustConfirm && form.form.values.iv_action === 'suspend_account';
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (form.form.values.iv_action !== 'suspend_account' || asking) return form.formProps.onSubmit(event);
    event.preventDefault();
    if (!form.form.validate().hasErrors) setMustConfirm(true);
  };
  return { form, asking, refuse: () => setMustConfirm(false), onSubmit };
}

export type Deciding = ReturnType<typeof useDecideReport>;
