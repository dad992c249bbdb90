/**
 * Splits TypeScript text into code and strings, so that a word in a rulebook's prose or a comment is not
 * taken for code. In `code` comments are gone and every string literal reads `"n"`, its place in `strings`.
 */
export type Scanned = { readonly code: string; readonly strings: readonly string[] };

// A slash after one of these begins a regular expression, after anything else it divides.
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete))\s*$/;

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

export const scan = (text: string): Scanned => {
  const strings: string[] = [];
  let code = '';
  let at = 0;
  // One entry per `${` we are inside of: how many braces are open in it.
  const holes: number[] = [];

  const keep = (value: string): void => {
    code += `"${strings.push(value) - 1}"`;
  };

  const template = (): void => {
    const part = matchAt(TEMPLATE_TEXT, text, at) ?? '';
    at += part.length;
    keep(part);
    if (text[at] !== '$') {
      at += 1;
      return;
    }
    code += '+(';
    at += 2;
    holes.push(0);
  };

  const brace = (char: string): void => {
    at += 1;
    const open = holes.at(-1);
    if (char === '}' && open === 0) {
      holes.pop();
      code += ')+';
      template();
      return;
    }
    if (open !== undefined) holes[holes.length - 1] = open + (char === '{' ? 1 : -1);
    code += char;
  };

  const slash = (): void => {
    const comment = matchAt(COMMENT, text, at);
    const regex = comment ?? (BEFORE_REGEX.test(code.slice(-40)) ? matchAt(REGEX, text, at) : undefined);
    if (regex === undefined) code += '/';
    else if (comment === undefined) keep(regex);
    else code += ' ';
    at += regex?.length ?? 1;
  };

  const quoted = (): void => {
    const literal = matchAt(QUOTED, text, at);
    if (literal === undefined) code += text[at];
    else keep(literal.slice(1, -1));
    at += literal?.length ?? 1;
  };

  while (at < text.length) {
    const char = text[at] as string;
    if (char === '/') slash();
    else if (char === "'" || char === '"') quoted();
    else if (char === '`') {
      at += 1;
      template();
    } else if (char === '{' || char === '}') brace(char);
    else {
      code += char;
      at += 1;
    }
  }
  return { code, strings };
};
