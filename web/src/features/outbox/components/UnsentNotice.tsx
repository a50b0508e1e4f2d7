import { useState } from 'react';
import { Button } from '@mantine/core';
import { useSelector } from 'react-redux';
import { selectWaitingWrites, type UnsentWrite } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Sheet } from '@/ui';
import { NoticeBar } from '@/ui/NoticeBar';
import classes from './UnsentNotice.module.css';
import { UnsentState } from './UnsentState';

/** Says that something is not sent yet, and shows all of it. */
export default function UnsentNotice() {
  const { t } = useTranslation('shell');
  const writes = useSelector(selectWaitingWrites);
  const [opened, setOpened] = useState(false);
  const show = (
    <Button size="compact-sm" variant="subtle" color="accent" onClick={() => setOpened(true)}>
      {t('unsent.show')}
    </Button>
  );
  return (
    <>
      <NoticeBar actions={show}>{t('unsent.notice', { number: writes.length })}</NoticeBar>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('unsent.title')}>
        <ul className={classes.list}>
          {writes.map((write) => (
            <UnsentRow key={write.key} write={write} />
          ))}
        </ul>
      </Sheet>
    </>
  );
}

function UnsentRow({ write }: { write: UnsentWrite }) {
  const { t } = useTranslation('shell');
  const text = write.body['iv_text'] ?? write.body['iv_post_comment'];
  const isRemoval = write.url.endsWith('/remove_existing_bookmark');
  return (
    <li>
      <strong>{t(isRemoval ? 'unsent.bookmarkRemoved' : `unsent.${write.kind}`)}</strong>
      {typeof text === 'string' ? (
        <p className={classes.text} dir="auto">
          {text}
        </p>
      ) : null}
      <UnsentState write={write} />
    </li>
  );
}
