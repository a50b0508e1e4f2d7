import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { FormProblem, useCallForm } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { toast } from '@/ui';
import { useAddExternalCalendarMutation } from '../api';
import classes from './Calendars.module.css';

const emptyForm = { iv_name: '', iv_url: '' };

/** Adds an external calendar by its secret address. The server reads it at once and reports problems beside the address field. */
export function AddCalendar() {
  const { t } = useTranslation('calendars');
  const [add] = useAddExternalCalendarMutation();
  const form = useCallForm({
    call: 'add_external_calendar',
    initial: emptyForm,
    send: (values) => add(values).unwrap(),
    onDone: () => {
      toast.done(t('external.added'));
      form.form.setValues(emptyForm);
      form.restart();
    },
  });
  return (
    <form {...form.formProps}>
      <FormProblem>{form.problem}</FormProblem>
      <div className={classes.form}>
        <TextInput label={t('external.name')} placeholder={t('external.nameExample')} {...form.field('iv_name')} />
        <TextInput
          label={t('external.url')}
          placeholder="https://…/basic.ics"
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          {...form.field('iv_url')}
        />
      </div>
      <Button type="submit" mt="sm" variant="light" leftSection={<IconPlus size={16} />} loading={form.progress === 'processing'}>
        {t('external.add')}
      </Button>
    </form>
  );
}
