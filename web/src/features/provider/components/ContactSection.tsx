import type { ReactNode } from 'react';
import { Anchor } from '@mantine/core';
import type { AccountData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { phoneText } from '@/ui/phone';
import classes from './ProviderInfo.module.css';
import { EditLink, Section } from './Section';

interface ContactSectionProps {
  provider: AccountData;
  /** For the owner: opens the form in which they say who sees it. */
  onEdit?: () => void;
}

type Shown = AccountData['phone_shown_to'];

/** Telephone and street, as far as the provider shows them to the viewer (product.md 3.6). */
export function ContactSection({ provider, onEdit }: ContactSectionProps) {
  const { t } = useTranslation('provider');
  const { contact_phone: phone, location_address: street, phone_shown_to, street_shown_to } = provider;
  const hidden = (value: string, shownTo: Shown) => !value && shownTo !== 'booked';
  if (hidden(phone, phone_shown_to) && hidden(street, street_shown_to)) return null;
  const number = phoneText(phone);
  return (
    <Section title={t('contact')} edit={onEdit ? <EditLink what={t('contact')} onClick={onEdit} /> : null}>
      <dl className={classes.facts}>
        {hidden(phone, phone_shown_to) ? null : (
          <ContactFact name={t('phone')} {...(onEdit ? { shownTo: phone_shown_to } : {})}>
            {phone ? (
              <Anchor href={`tel:${number}`} dir="ltr">
                {number}
              </Anchor>
            ) : null}
          </ContactFact>
        )}
        {hidden(street, street_shown_to) ? null : (
          <ContactFact name={t('street')} {...(onEdit ? { shownTo: street_shown_to } : {})}>
            {street ? <bdi>{street}</bdi> : null}
          </ContactFact>
        )}
      </dl>
    </Section>
  );
}

interface ContactFactProps {
  name: string;
  /** To the owner: who sees it. */
  shownTo?: Shown;
  /** null where it is shown after booking. */
  children: ReactNode;
}

function ContactFact({ name, shownTo, children }: ContactFactProps) {
  const { t } = useTranslation('provider');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children ?? <span className={classes.later}>{t('afterBooking')}</span>}
        {shownTo ? <small className={classes.later}>{t(`shownTo.${shownTo}`)}</small> : null}
      </dd>
    </div>
  );
}
