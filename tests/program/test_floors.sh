#!/bin/bash
# Each folder may include only the floors below it (the floor plan in CONTRIBUTING.md).
set -u
cd "$2" || exit 1

declare -A may=(
    [base]="base"
    [model]="base model"
    [parser]="base model parser"
    [idgen]="base model idgen"
    [validate]="base model idgen validate"
    [layout]="base model layout"
    [render]="base model layout render"
    [cli]="base model parser idgen validate layout render cli"
)
bad=0
for folder in "${!may[@]}"; do
    while IFS=: read -r file line included; do
        case " ${may[$folder]} " in
        *" ${included%%/*} "*) ;;
        *) echo "$file:$line: $folder/ must not include \"$included\""; bad=1 ;;
        esac
    done < <(grep -rnoP --include='*.[ch]' '^\s*#\s*include\s+"\K[^"]+/[^"]+' "$folder")
done
grep -rnP --include='*.[ch]' '^\s*#\s*include\s+"[^/"]+"' base model parser idgen validate layout render cli |
    grep . && { echo "includes name the folder: \"folder/file.h\""; bad=1; }

# Nothing prints or exits below cli/.
if grep -rnwP --include='*.[ch]' '(?<!_)(printf|puts|fputs|perror|exit|_exit|getenv|setlocale|time)\s*\(' \
    base model parser idgen validate layout render --exclude-dir=tools |
    grep -vP '^\S+:\s*(/\*|\*)|idarch_|["*].*printf'; then
    echo "nothing prints, exits or reads the environment below cli/"
    bad=1
fi
exit $bad
