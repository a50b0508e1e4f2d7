/** What no file's name may hold on some device: what separates folders, and what turns the letters after it around. */
const notInNames = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]+/gu;
/** Letters. Names have up to 255 bytes, and a letter up to four. */
const longest = 60;

/** The name under which a PDF is saved: the words of the question that it answers. The server does not know another. Pure. */
export function pdfNameOf(question: string): string {
  const words = question.replace(notInNames, ' ').replace(/\s+/g, ' ');
  const stem = Array.from(words)
    .slice(0, longest)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${stem || 'answer'}.pdf`;
}
