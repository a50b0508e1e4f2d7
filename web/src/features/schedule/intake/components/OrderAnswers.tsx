import { Skeleton } from '@mantine/core';
import { type AnswerData, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { QueryStates } from '@/ui';
import { useGetOrderAnswersQuery } from '../../api';
import { useLinkToken } from '../../responses/guest-link-token';
import { AnsweredFile } from './AnsweredFile';
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
          <AnsweredFile file={answer.file} question={answer.text} />
        </dd>
      ) : (
        <dd dir="auto" data-empty={answer.answer === '' || undefined}>
          {answer.answer || t('intake.none')}
        </dd>
      )}
    </div>
  );
}
