# Tables of advances and kerning, made at build time from the installed Liberation fonts
# by render/tools/fonttables.c and compiled into a target.

# The file of a face: by fontconfig where it is there, else from the usual folders.
function(idarch_find_font variable pattern file)
  find_program(IDARCH_FC_MATCH fc-match)
  if(IDARCH_FC_MATCH)
    execute_process(COMMAND ${IDARCH_FC_MATCH} -f "%{file}" "${pattern}"
                    OUTPUT_VARIABLE found ERROR_QUIET)
    if(found MATCHES "/${file}$")
      set(${variable} "${found}" PARENT_SCOPE)
      return()
    endif()
  endif()
  find_file(path_of_${file} ${file}
            PATHS /usr/share/fonts/truetype/liberation2 /usr/share/fonts/truetype/liberation
                  /usr/share/fonts/liberation-fonts /usr/share/fonts/liberation
                  /usr/share/fonts/liberation-sans /usr/share/fonts/liberation-mono
                  /usr/share/fonts/TTF /usr/local/share/fonts
            NO_CACHE)
  if(NOT path_of_${file})
    message(FATAL_ERROR "${file} not found: install the Liberation fonts (fonts-liberation)")
  endif()
  set(${variable} "${path_of_${file}}" PARENT_SCOPE)
endfunction()

function(idarch_font_tables target)
  pkg_check_modules(HARFBUZZ REQUIRED IMPORTED_TARGET harfbuzz)
  set(fonts)
  foreach(family Sans Mono)
    foreach(face Regular Italic Bold BoldItalic)
      string(REGEX REPLACE "Regular$" "" style "${face}")
      string(REPLACE "BoldItalic" "Bold:Italic" style "${style}")
      idarch_find_font(font "Liberation ${family}:${style}" "Liberation${family}-${face}.ttf")
      list(APPEND fonts "${font}")
    endforeach()
  endforeach()
  add_executable(idarch_fonttables render/tools/fonttables.c)
  target_link_libraries(idarch_fonttables PRIVATE idarch_flags PkgConfig::HARFBUZZ)
  set_target_properties(idarch_fonttables PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
  set(made ${CMAKE_BINARY_DIR}/generated/font_tables.c)
  add_custom_command(OUTPUT ${made}
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/generated
                     COMMAND idarch_fonttables ${fonts} > ${made}
                     DEPENDS idarch_fonttables ${fonts}
                     COMMENT "Measuring the default fonts" VERBATIM)
  target_sources(${target} PRIVATE ${made})
endfunction()
