/** Realtime Database rules that Firebase does not take, or whose meaning it does not say: refused with their place. */
import { expect, test } from "vitest";
import { compileDatabaseRules, RulesError } from "../index.ts";

function compile(text: string) {
  return compileDatabaseRules({ file: "test.json", text });
}

const rule = (expression: string): string => `{"rules":{"$a":{\n  ".write": "${expression}"}}}`;
const readRule = (expression: string): string => `{"rules":{"$a":{\n   ".read": "${expression}"}}}`;

const files: [string, string, string][] = [
  ["nothing", "", "1:1: Expected an object"],
  ["no rules", "{}", "1:1: Expected one entry"],
  ["a list", "[]", "1:1: Expected one entry"],
  ["more than rules", '{"rules":{},"more":{}}', "1:1: Expected one entry"],
  ["more after the rules", '{"rules":{}} x', "1:14: Unexpected"],
  ["an unknown directive", '{"rules":{".foo":true}}', "1:11: Unknown .foo"],
  ["a number as rule", '{"rules":{".read":1}}', "1:19: Expected"],
  ["null as rule", '{"rules":{".read":null}}', "1:19: Expected"],
  ["a list as rule", '{"rules":{".read":["true"]}}', "1:19: Expected a string, true or false"],
  ["a text instead of a node", '{"rules":{"a":"true"}}', "1:15: Expected an object"],
  ["the same key twice", '{"rules":{"a":{},"a":{}}}', '1:18: "a" is here twice'],
  ["two wildcards", '{"rules":{"$a":{},"$b":{}}}', "1:19: There can be only one $ name"],
  ["a wildcard's name again", '{"rules":{"$a":{"$a":{}}}}', "1:17: $a is already a name"],
  ["a wildcard without a name", '{"rules":{"$":{}}}', "1:11: $ is not a name"],
  ["a key with a slash", '{"rules":{"a/b":{}}}', "1:11: A key is not empty"],
  ["an index that is a number", '{"rules":{".indexOn":[true]}}', "1:23: Expected a child's name"],
  ["an open object", '{"rules":{', "1:11: Expected a string in double quotes before the end"],
  ["an open comment", '{"rules":{}} /* x', "1:14: This comment is never closed"],
  ["an open string", '{"rules":{"a', "1:11: This string is never closed"],
  ["single quotes in JSON", "{'rules':{}}", "1:2: Expected a string in double quotes"],
  ["a comma at the end", '{"rules":{"a":{},}}', "1:18: Expected a string"],
];

test.each(files)("rules with %s are refused, with the place", (_, text, message) => {
  expect(() => compile(text)).toThrow(RulesError);
  expect(() => compile(text)).toThrow(`test.json:${message}`);
});

const certain = "This may be neither true nor false";
const snapshot = "This is a snapshot, not a value: add .val() or .exists().";

const expressions: [string, string, string][] = [
  ["nothing", "", "2:14: Expected a value before the end"],
  ["an unknown name", "auth != null && user", "2:30: Unknown name user"],
  ["an unknown variable", "$uid === 'a'", "2:14: Unknown name $uid"],
  ["query, which .read knows", "query.limitToFirst < 5", "2:14: query is known only to .read"],
  ["an unknown function", "exists(1)", "2:14: Unknown function exists()"],
  ["an unknown method of a snapshot", "data.size()", "2:19: Unknown method .size()"],
  ["an unknown method of a text", "auth.uid.trim()", "2:23: Unknown method .trim()"],
  ["an unknown method of a value", "data.val().foo() == 1", "2:25: Unknown method .foo()"],
  ["a method of a number", "now.contains('1')", "2:18: Only texts and snapshots have methods"],
  ["a method of null", "null.contains('1')", "2:19: Only texts and snapshots have methods"],
  ["a property of a value", "data.val().foo == 1", "2:25: Unknown property .foo"],
  ["a property of a number", "now.length == 1", "2:18: Unknown property .length"],
  ["a property of a snapshot", "data.length == 1", "2:19: Unknown property .length"],
  ["a property of a text", "$a.foo == 1", "2:17: Unknown property .foo"],
  ["an unknown method as text", "data['size']()", "2:14: Unknown method .size()"],
  ["a method by a sum", "data['exi' + 'sts']()", '2:33: Unexpected "("'],
  ["a method by a name", "data[$a]()", '2:22: Unexpected "("'],
  ["a method without parentheses", "data.exists", "2:19: Unknown property .exists"],
  ["an index of a text", "$a[0] == 'a'", "2:14: Only auth and what is in it has […]"],
  ["an index of a snapshot", "data[$a] == null", "2:14: Only auth and what is in it has […]"],
  ["a property of a value as text", "data.val()['foo'] == 1", "2:19: Unknown property .foo"],
  ["true as index", "auth[true] == null", "2:19: […] takes a name or a number"],
  ["a snapshot as index", "auth[data] == null", "2:19: […] takes a name or a number"],
  ["a snapshot as value", "data == null", "2:14: == takes values"],
  ["a snapshot as other value", "null != data", "2:14: != takes values"],
  ["a snapshot as rule", "data", `2:14: ${snapshot}`],
  ["a negated snapshot", "!data", `2:15: ${snapshot}`],
  ["a snapshot and a value to choose from", "(true ? data : null) == null", "2:22: Both of ? :"],
  ["a value and a snapshot to choose from", "(true ? null : data) == null", "2:22: Both of ? :"],
  ["a snapshot to add to", "newData + 1 == 2", "2:14: + takes numbers and texts"],
  ["a snapshot to compare", "newData < 1", "2:14: < takes two numbers or two texts"],
  ["a number as rule", "7", `2:14: ${certain}`],
  ["a text as rule", "'text'", `2:14: ${certain}`],
  ["null as rule", "null", `2:14: ${certain}`],
  ["a claim as rule", "auth.token.admin", `2:25: ${certain}`],
  ["a value as rule", "data.val()", `2:19: ${certain}`],
  ["a sum as rule", "1 + 1", `2:14: ${certain}`],
  ["a number or true as rule", "$a == 'one' ? 7 : true", `2:14: ${certain}`],
  ["true or a claim as rule", "true ? true : auth.uid", `2:14: ${certain}`],
  ["a number before &&", "1 && true", `2:14: ${certain}`],
  ["a claim before &&", "auth.uid && true", `2:19: ${certain}`],
  ["a value after &&", "true && data.val()", `2:27: ${certain}`],
  ["a claim before ||", "auth.token.admin || true", `2:25: ${certain}`],
  ["a value after ||", "true || newData.val()", `2:30: ${certain}`],
  ["a negated value", "!data.val()", `2:20: ${certain}`],
  ["a claim before ?", "auth.token.admin ? true : false", `2:25: ${certain}`],
  ["a number before ?", "1 ? true : true", `2:14: ${certain}`],
  ["a negative text", "-'a' == 1", "2:15: - takes a number"],
  ["a negative snapshot", "-data == 1", "2:15: - takes a number"],
  ["a text less than a number", "'a' < 1", "2:14: < takes two numbers or two texts"],
  ["null less than a number", "null < 1", "2:14: < takes two numbers or two texts"],
  ["true less than a value", "true <= data.val()", "2:14: <= takes two numbers or two texts"],
  ["a value more than true", "data.val() > true", "2:19: > takes two numbers or two texts"],
  ["a claim not less than false", "auth.uid >= false", "2:19: >= takes two numbers or two texts"],
  ["a number less than a text or null", "now < $a", "2:14: < takes two numbers or two texts"],
  ["null to add to", "null + 'a' == 'a'", "2:14: + takes numbers and texts"],
  ["true to add", "1 + true == 2", "2:14: + takes numbers and texts"],
  ["text to subtract", "1 - 'a' == 2", "2:14: - takes two numbers"],
  ["text to subtract from", "'a' - 1 == 2", "2:14: - takes two numbers"],
  ["text to multiply", "2 * 'a' == 2", "2:14: * takes two numbers"],
  ["true to divide", "true / 2 == 2", "2:14: / takes two numbers"],
  ["null to divide", "null % 2 == 2", "2:14: % takes two numbers"],
  ["a number as part of a text", "auth.uid.contains(7)", "2:32: Text is expected here"],
  ["true as part of a text", "$a.beginsWith(true)", "2:28: Text is expected here"],
  ["a number to replace", "$a.replace(1, 'b') == 'a'", "2:25: Text is expected here"],
  ["a number as name of a child", "data.child(5).exists()", "2:25: Text is expected here"],
  ["a snapshot as name of a child", "data.hasChild(data)", "2:28: Text is expected here"],
  ["a number among names", "data.hasChildren(['a', 7])", "2:37: Text is expected here"],
  ["too many inputs", "data.exists(1)", "2:19: .exists() takes 0"],
  ["too few inputs", "data.child().exists()", "2:19: .child() takes 1"],
  ["too few texts", "$a.replace('a') == 'a'", "2:17: .replace() takes 2"],
  ["a list as value", "['a'] == null", "2:14: A regular expression can stand only"],
  ["names that are no list", "data.hasChildren('a')", "2:19: .hasChildren() takes"],
  ["two lists of names", "data.hasChildren(['a'], ['b'])", "2:19: .hasChildren() takes"],
  ["no names", "data.hasChildren([])", "2:19: .hasChildren() takes"],
  ["a text as pattern", "auth.uid.matches('a')", "2:23: .matches() takes one"],
  ["two patterns", "auth.uid.matches(/a/, /b/)", "2:23: .matches() takes one"],
  ["no pattern", "auth.uid.matches()", "2:23: .matches() takes one"],
  ["another flag", "auth.uid.matches(/a/g)", "2:23: .matches() takes one"],
  ["one flag too many", "auth.uid.matches(/a/ig)", "2:23: .matches() takes one"],
  ["a wrong pattern", "auth.uid.matches(/a|^b/)", "2:31: Firebase does not take"],
  ["an open pattern", "auth.uid.matches(/a)", "2:31: This regular expression is never closed"],
  ["a pattern as value", "/a/ == null", "2:14: A regular expression can stand only"],
  ["an open parenthesis", "(true", "2:19: Expected ) before the end"],
  ["two expressions", "true false", '2:19: Unexpected "false"'],
  ["a semicolon", "true; false", '2:18: Unexpected ";"'],
  ["a statement", "var foo = 8", '2:18: Unexpected "foo"'],
  ["an assignment", "auth.uid = 'a'", '2:23: Unexpected "="'],
  ["a power", "2 ** 2 == 4", '2:17: Expected a value before "*"'],
  ["an open text", "auth.uid == 'a", "2:26: This string is never closed"],
  ["a wrong number", "now < 01", "2:20: This is not a number"],
  ["a number that is too large", "now < 1e999", "2:20: This number is too large"],
  ["an unknown character", "now # 1", '2:18: Unexpected character "#"'],
  ["the place behind an escape", "'\\\\n' == nope", "2:23: Unknown name nope"],
];

test.each(expressions)("a rule with %s is refused, with the place", (_, text, message) => {
  expect(() => compile(rule(text))).toThrow(RulesError);
  expect(() => compile(rule(text))).toThrow(`test.json:${message}`);
});

const reads: [string, string, string][] = [
  ["newData", "newData.exists()", "2:14: newData is known only to .write and .validate"],
  ["an unknown part of query", "query.foo == 1", "2:20: Unknown property query.foo"],
  ["an unknown part of query as text", "query['foo'] == 1", "2:14: Unknown property query.foo"],
  ["a computed part of query", "query[$a] == 1", "2:14: Only auth and what is in it has […]"],
  ["query itself", "query == null", "2:14: == takes values"],
  ["query itself as rule", "query", "2:14: This is a query, not a value: ask for a part"],
  ["query to add", "query + 1 == 1", "2:14: + takes numbers and texts"],
  ["a method of query", "query.exists()", "2:20: Only texts and snapshots have methods"],
  ["a limit that is text", "query.limitToFirst <= '5'", "2:20: <= takes two numbers"],
  ["a limit alone", "query.limitToFirst", `2:20: ${certain}`],
];

test.each(reads)("a .read with %s is refused, with the place", (_, text, message) => {
  expect(() => compile(readRule(text))).toThrow(RulesError);
  expect(() => compile(readRule(text))).toThrow(`test.json:${message}`);
});
