import { useEffect, useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type AnswerData, type BookingData } from '@/api';
import { useFetchPicture } from '@/api/fetch-picture';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates } from '@/ui';
import { useGetOrderAnswersQuery } from '../../api';
import { useLinkToken } from '../../responses/guest-link-token';
import classes from './OrderAnswers.module.css';

/** What the client was asked when booking, and answered, for both sides alone (product.md 4.21). */
export default function OrderAnswers({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const query = useGetOrderAnswersQuery({ orderId: booking.order_id, ...useLinkToken() });
  return (
    <section className={classes.answers} aria-label={t('intake.title')}>
      <h3>{t('intake.title')}</h3>
      <QueryStates query={query} skeleton={<Skeleton height={80} />}>
        {({ data }) => (
          <dl>
            {data.answers.map((answer) => (
              <Answer key={answer.question_id} answer={answer} />
            ))}
          </dl>
        )}
      </QueryStates>
    </section>
  );
}

function Answer({ answer }: { answer: AnswerData }) {
  const { t } = useTranslation('schedule');
  return (
    <div>
      <dt dir="auto">{answer.text}</dt>
      {answer.file ? (
        <dd>
          <Picture fileId={answer.file.file_id} name={answer.text} />
        </dd>
      ) : (
        <dd dir="auto" data-empty={answer.answer === '' || undefined}>
          {answer.answer || t('intake.none')}
        </dd>
      )}
    </div>
  );
}

/** A picture is fetched when somebody asks for it, with their token: it has no public address. */
function Picture({ fileId, name }: { fileId: string; name: string }) {
  const { t } = useTranslation('schedule');
  const { token } = useLinkToken();
  const fetchPicture = useFetchPicture();
  const [shown, setShown] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown) : undefined), [shown]);
  async function show(): Promise<void> {
    setState('loading');
    try {
      setShown(URL.createObjectURL(await fetchPicture(`/api/get_intake_file/${fileId}${token ? `?${new URLSearchParams({ token })}` : ''}`)));
      setState('idle');
    } catch {
      setState('failed');
    }
  }
  if (shown) return <img className={classes.picture} src={shown} alt={name} />;
  return (
    <>
      <Button variant="light" size="compact-md" loading={state === 'loading'} leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => void show()}>
        {t('intake.show')}
      </Button>
      <p role="alert" className={classes.failed}>
        {state === 'failed' ? t('intake.failed') : null}
      </p>
    </>
  );
}
