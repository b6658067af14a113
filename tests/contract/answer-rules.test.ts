import { expect, test } from 'vitest';
import { checkAnswers } from '../../src/contract/answer-rules.ts';
import { orderField } from '../support/sold.ts';

test.each([
  ['Arabic digits', orderField('a', { kind: 'digits' }), ' ٥١٢٣ ', '5123'],
  ['digits with spaces', orderField('a', { kind: 'digits' }), '51 23', '5123'],
  ['a phone with signs', orderField('a', { kind: 'phone' }), '+218 (91) 234-567', '+21891234567'],
  ['hidden directions', orderField('a'), '\u202Eabc\u2066', 'abc'],
  ['composed letters', orderField('a'), 'e\u0301', 'é'],
  ['lines of a note', orderField('a', { kind: 'note' }), 'one\ntwo', 'one\ntwo'],
  ['a link', orderField('a', { kind: 'link' }), 'https://game.example.test/@me', 'https://game.example.test/@me'],
  ['a choice', orderField('a', { kind: 'choice', choices: [{ value: 'eu', label: {} }] }), 'eu', 'eu'],
])('AN-02 an answer is stored in one form: %s', (_name, field, given, stored) => {
  expect(checkAnswers([field], { a: given })).toEqual({ answers: { a: stored }, errors: {} });
});

test.each([
  ['missing', orderField('a'), {}, 'required'],
  ['blank', orderField('a'), { a: ' \u200F' }, 'required'],
  ['letters as digits', orderField('a', { kind: 'digits' }), { a: '12b4' }, 'invalid'],
  ['a link without https', orderField('a', { kind: 'link' }), { a: 'http://x.test' }, 'invalid'],
  ['a script as a link', orderField('a', { kind: 'link' }), { a: 'javascript:alert(1)' }, 'invalid'],
  ['no address', orderField('a', { kind: 'email' }), { a: 'a@b' }, 'invalid'],
  [
    'another choice',
    orderField('a', { kind: 'choice', choices: [{ value: 'eu', label: {} }] }),
    { a: 'us' },
    'invalid',
  ],
  ['too short', orderField('a', { min: 3 }), { a: '😀😀' }, 'min:3'],
  ['too long', orderField('a', { max: 2 }), { a: 'abc' }, 'max:2'],
  ['longer than any answer', orderField('a'), { a: 'x'.repeat(201) }, 'max:200'],
  ['another beginning', orderField('a', { starts: ['00218', '+218'] }), { a: '0033' }, 'starts:00218, +218'],
])('AN-02 an answer is refused: %s', (_name, field, given, error) => {
  expect(checkAnswers([field], given).errors).toEqual({ 'answers.a': [error] });
});

test('AN-02 a key that the product lacks is refused, also one of an object of JavaScript', () => {
  expect(checkAnswers([], { toString: 'x' }).errors).toEqual({ answers: ['unknown'] });
  expect(checkAnswers([orderField('constructor')], {}).errors).toEqual({ 'answers.constructor': ['required'] });
});
