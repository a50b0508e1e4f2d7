import { expect, test } from './fixtures';
import { panel, pressTime, singly } from './bookable';
import { mailTo, pick } from './people';
import {
  answer,
  answerReview,
  becomeProvider,
  clockAt,
  confirmByLink,
  dayAhead,
  dialogOf,
  dragDown,
  figure,
  hold,
  newAccount,
  offer,
  openEveryDay,
  openFromDay,
  rateClient,
  rateSession,
} from './working-day';

/** A tutor who teaches at a distance, from an empty account to figures and reviews. Everything is done by the screens, and nothing stands in for the server. */

const LINK = 'https://meet.example.com/tutor/room';
const QUESTION = 'Which exam is ahead of you?';

test(
  'a tutor: a trial lesson that begins now, a weekly course with a question, a move with undo, and ratings',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [{ person: tutor, page: desk }, { person: ana, page: phone }] = await Promise.all([
      newAccount(browser, 'Mira Vogel', 'desktop'),
      newAccount(browser, 'Ana Lindqvist', 'phone'),
    ]);

    const username = await test.step('the tutor becomes a provider with weekly hours, a trial, a course and one link for all', async () => {
      const name = await becomeProvider(desk, tutor, {
        industry: 'Knowledge',
        expertise: 'Mathematics',
        mode: 'Remote',
        about: 'We begin where you are.',
      });
      await offer(desk, { name: 'Trial lesson', cost: '0' });
      await desk.goto('/my_services');
      await desk.getByRole('button', { name: 'Add a service' }).first().click();
      await offer(desk, {
        name: 'Course of three',
        length: { Minutes: '30 mins', Hours: '3 hrs' },
        cost: '90',
        more: async (form) => {
          await form.getByRole('button', { name: 'Add a question' }).click();
          const first = form.getByRole('group', { name: 'Question 1' });
          await first.getByRole('textbox', { name: 'Question', exact: true }).fill(QUESTION);
          await first.getByRole('switch', { name: 'Must be answered' }).check();
        },
      });
      await openEveryDay(desk, async (day) => {
        await day.getByLabel('Slot length (min)').fill('60');
        await day.getByLabel('Break (min)').fill('0');
      });
      const remote = desk.getByRole('region', { name: 'Remote sessions' });
      await pick(desk, 'How they get their link', 'Always the same link');
      await remote.getByLabel('Your link').fill(LINK);
      await remote.getByRole('button', { name: 'Save' }).click();
      await expect(desk.getByText('Your settings for remote sessions are saved')).toBeVisible();
      return name;
    });

    await test.step('a student who has called is entered for a trial that begins now, and says that she comes', async () => {
      await confirmByLink(phone, ana);
      await desk.goto('/schedule_manager/today');
      await desk.getByRole('button', { name: 'New entry' }).click();
      await pick(desk, 'Client', 'New client');
      const entry = desk.getByRole('dialog', { name: 'New entry' });
      await entry.getByLabel('Name', { exact: true }).fill('Ana');
      await entry.getByLabel('E-mail').fill(ana.email);
      await entry.getByRole('checkbox', { name: 'Trial lesson' }).check();
      await pick(desk, 'How it is held', 'Remote');
      // It begins as the call ends.
      await entry.getByLabel('Starts at').fill(clockAt(Date.now()));
      await entry.getByRole('button', { name: 'Book', exact: true }).click();
      await expect(desk.getByText('The appointment is in your calendar.')).toBeVisible();
      expect((await mailTo(request, ana.email, /has booked an appointment for you/)).subject).toContain('Mira Vogel');
      await phone.goto('/schedule_manager/overdue_appointments');
      await expect(phone.getByRole('article')).toContainText('Mira Vogel');
      await phone.getByRole('button', { name: 'Review', exact: true }).click();
      await phone.getByRole('button', { name: "I'm coming" }).click();
      await expect(phone.getByText('Thank you. Mira Vogel knows that you come.')).toBeVisible();
      await expect(phone.getByRole('link', { name: 'Join the session' })).toHaveAttribute('href', LINK);
    });

    await test.step('the trial is held, and both rate it', async () => {
      await hold(desk, () => openFromDay(desk, 'Ana Lindqvist'));
      await phone.goto('/schedule_manager/pending_review');
      await phone.getByRole('button', { name: 'Rate session' }).click();
      await rateSession(phone, /Excellent/, 'At last I know what a limit is.');
      await openFromDay(desk, 'Ana Lindqvist');
      await rateClient(desk, 'Ana Lindqvist', /Excellent/, 'Asks before she guesses.');
      await expect(dialogOf(desk).getByText('At last I know what a limit is.')).toBeVisible();
      await desk.keyboard.press('Escape');
    });

    await test.step('the student asks for three weekly lessons, and answers the question', async () => {
      await phone.goto(`/p/${username}`);
      await panel.service(phone, /Course of three/).check();
      await panel.next(phone, 'Book session').click();
      await singly(phone);
      const lessonOn = async (ahead: number) => {
        await phone.locator(`[data-date="${dayAhead(ahead)}"]`).click();
        await pressTime(phone, 1);
      };
      await lessonOn(1);
      await lessonOn(8);
      await panel.next(phone, 'Later days').click();
      await lessonOn(15);
      await panel.next(phone, 'Complete booking').click();
      await panel.next(phone, 'Confirm booking').click();
      await expect(phone.getByText('This Field cannot be empty')).toBeVisible();
      await phone.getByLabel(QUESTION).fill('Analysis, in February');
      await panel.next(phone, 'Confirm booking').click();
      await expect(panel.sent(phone)).toBeVisible();
    });

    await test.step('the tutor sees it live, reads the answer and accepts', async () => {
      await expect(desk.getByRole('region', { name: /^Waits for your answer/ })).toContainText('Ana Lindqvist');
      await desk.goto('/schedule_manager/pending_requests');
      await desk.getByRole('button', { name: 'Review', exact: true }).click();
      await expect(dialogOf(desk).getByRole('region', { name: 'Questions and answers' })).toContainText('Analysis, in February');
      await answer(desk, 'Accept', 'The appointment is official. Both of you have it by mail.');
      await desk.keyboard.press('Escape');
    });

    await test.step('the first lesson is moved, taken back, and moved: the student is asked, and agrees', async () => {
      await phone.goto('/schedule_manager/upcoming_schedule');
      await expect(phone.getByRole('article')).toContainText('session 1 of 3');
      await desk.goto('/schedule_manager/upcoming_schedule?tab=calendar');
      const calendar = desk.getByRole('region', { name: 'Calendar of appointments' });
      await calendar.getByRole('tab', { name: 'Day', exact: true }).click();
      await calendar.getByRole('button', { name: 'Next' }).click();
      const lesson = calendar.getByRole('button', { name: /Ana Lindqvist \(1\/3\)/ });
      await dragDown(desk, lesson, 60, 60);
      await expect(desk.getByText(/Ana Lindqvist will be asked about/)).toBeVisible();
      await desk.getByRole('button', { name: 'Undo' }).click();
      await expect(desk.getByText('The appointment stays where it was.')).toBeVisible();
      await dragDown(desk, lesson, 60, 60);
      await expect(desk.getByText(/Ana Lindqvist will be asked about/)).toBeVisible();
      // Who leaves the screen need not wait until the ten seconds are over.
      await desk.getByRole('main').getByRole('link', { name: 'Today' }).click();
      await expect(phone.getByRole('article')).toContainText('new time proposed');
      await phone.getByRole('button', { name: 'Review', exact: true }).click();
      await dialogOf(phone).getByRole('button', { name: 'Accept' }).click();
      await expect(dialogOf(phone).getByText('The appointment was moved to the proposed time.')).toBeVisible();
    });

    await test.step('the student says by the link of a reminder that she comes, and the tutor sees it', async () => {
      await phone.goto(`${phone.url()}&answer=coming`);
      await dialogOf(phone).getByRole('button', { name: "I'm coming" }).click();
      await expect(dialogOf(phone).getByText('Thank you. Mira Vogel knows that you come.')).toBeVisible();
      await expect(desk.getByRole('article', { name: 'Next: Ana Lindqvist' }).getByText('Confirmed', { exact: true })).toBeVisible();
    });

    await test.step('the review is answered on the page, and the figures count trial and course', async () => {
      await answerReview(desk, phone, username, 'At last I know what a limit is.', 'On to derivatives!');
      await desk.goto(`/figures?range=own&from=${dayAhead(0)}&to=${dayAhead(30)}`);
      await expect(figure(desk, 'Bookings')).toContainText('2');
      await expect(figure(desk, 'Hours')).toContainText('3.5');
      await expect(figure(desk, 'Requests received')).toContainText('1');
      await expect(figure(desk, 'New clients')).toContainText('1');
    });
  },
);
