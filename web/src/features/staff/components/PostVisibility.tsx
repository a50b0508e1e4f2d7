import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDialog } from '@/routing';
import { useStaffSetPostStandingMutation, type ReportWhole } from '../api';
import { ReasonDialog } from './ReasonDialog';

/** A post that was reported can be hidden later, too, and be shown again. */
export function PostVisibility({ report: { issue_id, post_hidden } }: { report: ReportWhole }) {
  const { t } = useTranslation('staff');
  const { opened, open, close } = useDialog(['post_standing']);
  const [setPost] = useStaffSetPostStandingMutation();
  const label = t(post_hidden ? 'showPost' : 'hidePost');
  return (
    <>
      <Button variant="default" onClick={() => open('post_standing')}>
        {label}
      </Button>
      {opened ? (
        <ReasonDialog
          call="staff_set_post_standing"
          title={label}
          text={t(post_hidden ? 'showPostText' : 'actionHint.hide_post')}
          submit={label}
          done={t(post_hidden ? 'postShown' : 'postHidden')}
          danger={!post_hidden}
          send={(iv_note) => setPost({ iv_post_id: issue_id, iv_hidden: post_hidden ? 'no' : 'yes', iv_note }).unwrap()}
          onClose={close}
        />
      ) : null}
    </>
  );
}
