# cmake -DMARKUP=FILE -DSTYLES=FILE;... -DSCRIPTS=FILE;... -DLIVE_STYLE=FILE -DLIVE_SCRIPT=FILE
#   -DOUTPUT=FILE -P embed.cmake
# Writes a source that holds these texts (app/report/page_parts.h).
function(text_of result)
  set(all "")
  foreach(file IN LISTS ARGN)
    file(READ ${file} text)
    string(APPEND all "${text}\n")
  endforeach()
  if(all MATCHES "\\)docsis_vp\"|</script")
    message(FATAL_ERROR "a text of ${ARGN} holds what ends a string literal or a script")
  endif()
  set(${result} "R\"docsis_vp(${all})docsis_vp\"" PARENT_SCOPE)
endfunction()

file(READ ${MARKUP} markup)
text_of(style ${STYLES})
text_of(script ${SCRIPTS})
text_of(live_style ${LIVE_STYLE})
text_of(live_script ${LIVE_SCRIPT})
file(WRITE ${OUTPUT} "#include \"app/report/page_parts.h\"

namespace docsis_vp::app {

const std::string_view kPageMarkup = R\"docsis_vp(${markup})docsis_vp\";
const std::string_view kPageStyle = ${style};
const std::string_view kPageScript = ${script};
const std::string_view kLiveStyle = ${live_style};
const std::string_view kLiveScript = ${live_script};

}  // namespace docsis_vp::app
")
