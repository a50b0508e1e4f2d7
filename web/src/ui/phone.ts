/** A telephone number as one dials it: digits with the country code get their plus. '' stays ''. */
export function phoneText(digits: string): string {
  return digits && !digits.startsWith('0') ? `+${digits}` : digits;
}
