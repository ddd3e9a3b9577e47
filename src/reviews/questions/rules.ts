import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { hour } from "#lib/time.ts";

/** @rule People can ask about products, unless an operator closes that; earlier questions can still be answered. */
export const questionsOpenSetting: Setting<boolean> = { key: "reviews.questions_open", defaultValue: true };

/** Whether new questions can be asked now. */
export const areQuestionsOpen = (): boolean => settingOf(questionsOpenSetting);

/** @rule A question has 5 to 500 characters, an answer 2 to 1,000. */
export const questionLength = { min: 5, max: 500 };
export const answerLength = { min: 2, max: 1000 };

/** @rule A person can ask 10 questions and write 30 answers in an hour. */
export const askLimit = { max: 10, window: hour, by: "user" } as const;
export const answerLimit = { max: 30, window: hour, by: "user" } as const;

/** @rule A person has at most 3 questions about one product that its seller has not answered. */
export const maxOpenQuestions = 3;

/** @rule A question has at most 20 answers. */
export const maxAnswers = 20;

/** @rule A page of a product's questions has 5, the newest first; at most 200 pages can be read. */
export const questionPage = { size: 5, maxPages: 200 };

/** Who answers: the product's seller, or a person who bought it. */
export const answerRoles = ["seller", "buyer"] as const;
export type AnswerRole = (typeof answerRoles)[number];
