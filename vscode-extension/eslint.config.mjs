import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
    { ignores: ["dist/", "bundled/", "node_modules/", "e2e/output/"] },
    eslint.configs.recommended,
    {
        files: ["src/**/*.ts", "test/**/*.ts", "e2e/**/*.ts"],
        extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
        languageOptions: {
            parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
        },
        rules: {
            "max-lines": ["error", 300],
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            "no-restricted-syntax": [
                "error",
                {
                    selector: "ImportDeclaration[source.value='vscode'] ",
                    message: "The core knows nothing of the editor.",
                },
            ],
        },
    },
    {
        files: ["src/**/*.ts"],
        ignores: ["src/core/**"],
        rules: { "no-restricted-syntax": "off" },
    },
    {
        files: ["**/*.mjs"],
        languageOptions: { globals: { process: "readonly", console: "readonly" } },
    },
);
