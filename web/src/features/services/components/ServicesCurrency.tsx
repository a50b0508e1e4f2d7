import { useEffect, useState, type FormEvent } from 'react';
import { Button, Stack, TextInput } from '@mantine/core';
import { asFailure, useSession, type ProviderService } from '@/api';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { deviceData } from '@/platform/device';
import { currencyCode, Sheet } from '@/ui';
import { typedAmount } from '@/ui/money';
import { useGetAccountProviderServicesQuery, useUpdateAccountServicesMutation } from '../api';
import { draftOf, inOtherCurrency, requestFrom } from '../model';

interface ServicesCurrencyProps {
  /** The preferred currency. */
  currency: string;
  onClose: () => void;
}

/**
 * Offers to change the services that are priced in another currency than the preferred one: with their figures, with
 * figures typed one by one, or not at all (product.md 3.3). Closes by itself when there is none, or none left.
 */
export default function ServicesCurrency({ currency, onClose }: ServicesCurrencyProps) {
  const { t } = useTranslation('services');
  const { ownerId } = useSession();
  const query = useGetAccountProviderServicesQuery({ filter: 'all', providerId: ownerId }, { refetchOnMountOrArgChange: true });
  const services = query.isFetching && !query.currentData ? undefined : query.currentData?.data.account_services;
  const others = services ? inOtherCurrency(services, currency) : [];
  const isDone = query.isError || (services !== undefined && others.length === 0);
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  if (others.length === 0) return null;
  return (
    <Sheet opened onClose={onClose} title={t('currencyTitle', { mine: currencyCode(currency) })}>
      <CurrencyForm services={others} currency={currency} onClose={onClose} />
    </Sheet>
  );
}

/** The costs typed so far, and why a service could not be changed, by its id. */
function useCurrencyChange(services: readonly ProviderService[], currency: string) {
  const { t } = useTranslation('services');
  const [update] = useUpdateAccountServicesMutation();
  const [costs, setCosts] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const costOf = (service: ProviderService) => costs[service.service_id] ?? typedAmount(service.cost, service.currency);
  async function change(service: ProviderService): Promise<string | null> {
    const draft = { ...draftOf(service), iv_cost: costOf(service), iv_currency: currency };
    try {
      await update(requestFrom(draft, service.service_id, deviceData())).unwrap();
      return null;
    } catch (error) {
      const { iv_msg, main_msg } = asFailure(error);
      return Object.values(iv_msg)[0] || main_msg || t('currencyFailed');
    }
  }
  /** Changes one after the other: whatever fails stays in the list with its reason. */
  async function changeAll(): Promise<void> {
    setSaving(true);
    const failed: Record<string, string> = {};
    for (const service of services) {
      const problem = await change(service);
      if (problem) failed[service.service_id] = problem;
    }
    setProblems(failed);
    setSaving(false);
  }
  const type = (serviceId: string, cost: string) => setCosts({ ...costs, [serviceId]: cost });
  return { costOf, type, problems, isSaving, changeAll };
}

interface CurrencyFormProps extends ServicesCurrencyProps {
  services: readonly ProviderService[];
}

function CurrencyForm({ services, currency, onClose }: CurrencyFormProps) {
  const { t } = useTranslation('services');
  const mine = currencyCode(currency);
  const { costOf, type, problems, isSaving, changeAll } = useCurrencyChange(services, currency);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void changeAll();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <p>{t('currencyLead', { mine })}</p>
        <FormProblem>{Object.keys(problems).length > 0 ? t('currencyFailed') : null}</FormProblem>
        {services.map((service) => (
          <TextInput
            key={service.service_id}
            label={service.service}
            inputMode="decimal"
            rightSection={<small>{mine}</small>}
            rightSectionWidth={56}
            value={costOf(service)}
            disabled={isSaving}
            error={problems[service.service_id]}
            onChange={(event) => type(service.service_id, event.currentTarget.value)}
          />
        ))}
        <Button type="submit" loading={isSaving}>
          {t('changeTo', { mine })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('leaveCurrency')}
        </Button>
      </Stack>
    </form>
  );
}
