import { expect, it } from 'vitest';
import { pdfNameOf } from './pdf-name';

it.each([
  ['A letter of your doctor', 'A letter of your doctor.pdf'],
  ['Which letter/form do you have?', 'Which letter form do you have.pdf'],
  ['../../etc/passwd', 'etc passwd.pdf'],
  ['C:\\letters\n"one"', 'C letters one.pdf'],
  ['Letter \u202efdp.exe', 'Letter fdp.exe.pdf'],
  ['رسالة من طبيبك', 'رسالة من طبيبك.pdf'],
  ['?', 'answer.pdf'],
])('saves the answer to %j as %j', (question, name) => {
  expect(pdfNameOf(question)).toBe(name);
});

it('is no longer than any device bears, and cuts no letter in two', () => {
  expect(pdfNameOf('𝒳'.repeat(300))).toBe(`${'𝒳'.repeat(60)}.pdf`);
});
