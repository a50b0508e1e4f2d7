/** The simulated screen of a test: big, unless the test changes it before rendering. */
export const screenSize = { isBig: true };
